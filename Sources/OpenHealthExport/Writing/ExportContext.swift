// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The state of an export, for the writer of a format. Used by one thread.
package final class ExportContext {
    /// The selected content of the store.
    package let contents: StoreContents
    /// The files of the export.
    package let output: any ExportOutput
    /// The date of the export.
    package let date: Date
    /// The receipt so far.
    package var receipt = ExportReceipt()
    /// The readers for other threads.
    let readers: [ContentReader]
    let meter: ExportMeter
    private var samples = 0

    private static let samplesBetweenReports = 4096

    init(
        _ contents: StoreContents, readers: [ContentReader] = [], output: any ExportOutput, date: Date,
        progress: @escaping (ExportProgress) throws -> Void
    ) {
        self.contents = contents
        self.readers = readers
        self.output = output
        self.date = date
        meter = ExportMeter(total: contents.types.reduce(0) { $0 + $1.count }, output: output, progress: progress)
    }

    /// Creates the context of another thread of the same export.
    init(_ contents: StoreContents, output: any ExportOutput, date: Date, meter: ExportMeter) {
        self.contents = contents
        readers = []
        self.output = output
        self.date = date
        self.meter = meter
    }

    /// The same content, for reading without counting.
    package var silent: ExportContext { ExportContext(contents, output: output, date: date) { _ in } }

    /// Notes that a sample has been read. Now and then, progress is reported.
    /// - Throws: The error of the function that progress is reported to, such as a cancellation.
    @inline(__always)
    package func advance() throws {
        samples += 1
        if samples == Self.samplesBetweenReports { try report() }
    }

    /// Notes that several samples have been read, and reports progress.
    /// - Throws: the error of the function that progress is reported to, such as a cancellation.
    package func advance(by count: Int) throws {
        samples += count
        try report()
    }

    private func report() throws {
        defer { samples = 0 }
        try meter.advance(by: samples)
    }
}

/// The progress of an export.
package struct ExportProgress: Sendable {
    /// The number of samples that have been read.
    package var samples: Int
    /// The number of samples of the selected types in the store, of which some may not be selected.
    package var total: Int
    /// The number of bytes that have been written.
    package var bytes: Int64
}

/// Counts the samples that the threads of an export have read, and tells them when it has failed.
///
/// Progress is reported on the thread that creates the object, which is the one of the caller.
final class ExportMeter: @unchecked Sendable {  // because only one thread calls the function and reads the output
    private let total: Int
    private let output: any ExportOutput
    private let progress: (ExportProgress) throws -> Void
    private let thread = pthread_self()
    private let samples = Atomic<Int>(0)
    private let failure = Mutex<(any Error)?>(nil)

    init(total: Int, output: any ExportOutput, progress: @escaping (ExportProgress) throws -> Void) {
        self.total = total
        self.output = output
        self.progress = progress
    }

    /// Notes that samples have been read.
    /// - Throws: The error of the function that progress is reported to, or of another thread.
    func advance(by count: Int) throws {
        samples.add(count, ordering: .relaxed)
        try check()
    }

    /// Reports progress.
    /// - Throws: The error of the function that progress is reported to, or of another thread.
    func check() throws {
        if let failure = failure.withLock(\.self) { throw failure }
        guard pthread_equal(pthread_self(), thread) != 0 else { return }
        let count = samples.load(ordering: .relaxed)
        try progress(ExportProgress(samples: count, total: total, bytes: output.bytesWritten))
    }

    /// Ends the work of all threads with an error. The first one counts.
    func fail(_ error: any Error) {
        failure.withLock { if $0 == nil { $0 = error } }
    }
}

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

extension ExportKind {
    /// Creates the kind of the rows of a table that contains no samples.
    init(_ table: StoreContents.OtherTable) {
        self =
            switch table {
            case .attachments: .attachments
            case .medications: .medications
            case .effortRelations: .effortRelations
            case .electrocardiogramSymptoms: .electrocardiogramSymptoms
            case .effortDecisions: .effortDecisions
            case .nightscoutDocuments: .nightscoutDocuments
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
    /// - Parameters:
    ///   - hasPerson: whether the format has characteristics.
    ///   - hasAggregates: whether the format has figures of intervals.
    func omitOthers(hasPerson: Bool = false, hasAggregates: Bool = false) throws {
        receipt.omit(.activitySummaries, times: try contents.activitySummaries().count)
        if !hasPerson { receipt.omit(.characteristics, times: try contents.characteristics().count) }
        if !hasAggregates { try omitAggregates() }
        try omitUnheldTables()
    }

    /// Counts a workout as left out if another workout of its effort is written, for formats in which an effort is one workout.
    /// - Returns: Whether it is left out.
    func omitsCopy(_ workout: RawSample) throws -> Bool {
        guard try contents.isRepeated(workout: workout) else { return false }
        receipt.omit(.workoutCopies)
        return true
    }

    /// Counts the parts of a workout as left out.
    func omitParts(of workout: WorkoutRecord, _ sample: RawSample) throws {
        receipt.omit(.workoutActivities, times: workout.activities.count)
        receipt.omit(.workoutEvents, times: workout.events.count)
        receipt.omit(.workoutStatistics, times: workout.statistics.count)
        receipt.omit(.workoutZones, times: workout.zoneGroups.reduce(0) { $0 + $1.zones.count })
        try omitMembers(ofWorkout: sample)
    }

    /// Counts the samples that belong to a workout as left out: not the samples, but that they belong to it.
    func omitMembers(ofWorkout sample: RawSample) throws {
        receipt.omit(.workoutSamples, times: try contents.samples(ofWorkout: sample).count)
    }

    /// Counts the selected figures of intervals as left out.
    func omitAggregates() throws { receipt.omit(.aggregates, times: try contents.aggregateCount()) }

    /// Counts the selected content that no format can represent as left out.
    func omitUnheldTables() throws {
        for table in StoreContents.OtherTable.allCases {
            receipt.omit(ExportKind(table), times: try contents.count(table))
        }
        for element in try contents.unknownElements() { receipt.omit(.unknownElements, times: element.count) }
    }
}
