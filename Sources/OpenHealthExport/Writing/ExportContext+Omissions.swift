// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

extension ExportKind {
    /// The kind of the samples of a type.
    init(_ type: StoreContents.SampleType) {
        self =
            switch type.kind {
            case .quantity: .quantities
            case .category: .categories
            case .correlation: .correlations
            case .workout: .workouts
            case .series: type.identifier == HKWorkoutRouteTypeIdentifier ? .routes : .heartbeatSeries
            case .clinical: .clinicalRecords
            case .document: .documents
            case .scoredAssessment: .scoredAssessments
            case .electrocardiogram: .electrocardiograms
            case .audiogram: .audiograms
            case .visionPrescription: .visionPrescriptions
            case .stateOfMind: .statesOfMind
            case .medicationDoseEvent: .medicationDoses
            default: .unknownTypes
            }
    }
}

/// Receipts of formats that hold only some kinds.
extension ExportContext {
    /// Counts the selected samples of a type as left out.
    func omit(_ type: StoreContents.SampleType) throws {
        receipt.omit(ExportKind(type), times: try contents.selectedCount(type))
    }

    /// Counts the selected content that does not consist of samples as left out.
    /// - Parameter hasPerson: whether the format holds characteristics.
    func omitOthers(hasPerson: Bool = false) throws {
        receipt.omit(.activitySummaries, times: try contents.activitySummaries().count)
        if !hasPerson { receipt.omit(.characteristics, times: try contents.characteristics().count) }
        try omitUnheldTables()
    }

    /// Counts the selected content that no format holds as left out.
    func omitUnheldTables() throws {
        receipt.omit(.attachments, times: try contents.count(.attachments))
        receipt.omit(.medications, times: try contents.count(.medications))
        receipt.omit(.effortRelations, times: try contents.count(.effortRelations))
        for element in try contents.unknownElements() { receipt.omit(.unknownElements, times: element.count) }
    }
}
