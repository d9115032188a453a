// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HealthTypes {
    /// The kinds whose samples consist of a type, dates, a source and at most one value.
    package static let plainKinds: Set<HealthTypeDescription.Kind> = [.quantity, .category]

    /// Returns the kind of a known type if it is not among the given kinds, or `nil` if it is among them or the type is
    /// unknown.
    package static func otherKind(
        _ identifier: String, than kinds: Set<HealthTypeDescription.Kind>
    ) -> HealthTypeDescription.Kind? {
        guard let kind = named(identifier)?.kind, !kinds.contains(kind) else { return nil }
        return kind
    }
}

extension HealthTypeDescription.Kind {
    /// The plural name of the kind, for messages.
    package var plural: String {
        switch self {
        case .quantity: "quantities"
        case .category: "categories"
        case .correlation: "correlations"
        case .characteristic: "characteristics of the person"
        case .workout: "workouts"
        case .series: "series"
        case .clinical: "clinical records"
        case .document: "documents"
        case .scoredAssessment: "questionnaires"
        case .electrocardiogram: "electrocardiograms"
        case .audiogram: "audiograms"
        case .visionPrescription: "vision prescriptions"
        case .stateOfMind: "states of mind"
        case .medicationDoseEvent: "doses of medicine"
        case .userAnnotatedMedication: "medications"
        case .activitySummary: "activity summaries"
        }
    }
}
