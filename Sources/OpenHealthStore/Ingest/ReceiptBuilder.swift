// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The content of the receipt of an import: the counts, diagnostics, sources and dates of the input.
final class ReceiptBuilder {
    private var receipt = ImportReceipt()
    /// The names of the sources of the input.
    private var sourceNames: Set<String> = []
    /// The earliest start date and the latest end date of the input's records.
    private var range: (start: Double, end: Double) = (.infinity, -.infinity)
    /// The earliest start date and the latest end date of the input's workouts.
    private var workoutRange: (start: Double, end: Double) = (.infinity, -.infinity)
    /// The units of the input's records.
    private var units = UnitCounts()
    /// Implausible values and dates.
    private var remarks = ValueRemarks()

    /// Counts items of a kind.
    func count(_ kind: ImportReceipt.Kind, isNew: Bool, times: Int = 1) {
        receipt.count(kind, isNew: isNew, times: times)
    }

    /// Counts parts that were added to an existing item.
    func add(_ kind: ImportReceipt.Kind, _ count: Int) { receipt.add(kind, count) }

    /// Counts a record that the reader accepted and the store rejects.
    func countRejected() { receipt.countRejected() }

    /// Adds a diagnostic for a problem of the input that is detected only when it is stored.
    func diagnose(_ diagnostic: ImportDiagnostic) { receipt.add(diagnostic) }

    /// Takes the description of an export.
    func take(_ info: ExportInfo) { receipt.exportInfo(info) }

    /// Takes the diagnostics and counts of the reader after a batch.
    func takeReading(of batch: SampleBatch) {
        receipt.diagnostics += batch.diagnostics
        receipt.take(batch.tally)
    }

    /// Takes the person's characteristics.
    func take(characteristics: [MetadataPair]) { remarks.take(characteristics) }

    /// Examines the metadata of samples.
    func examine(_ metadata: [MetadataPair]) { remarks.add(metadata) }

    /// Examines the rows of one type, and counts their units.
    func examine(_ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>, type: String) {
        units.add(rows, order, type: type)
        remarks.add(rows, order, type: type)
    }

    /// Notes the name of a source.
    /// - Returns: Whether the name is new.
    func note(source: String) -> Bool { sourceNames.insert(source).inserted }

    /// Notes the dates of a record.
    @inline(__always)
    func noteRecord(_ start: Double, _ end: Double) {
        if start < range.start { range.start = start }
        range.end = max(range.end, Self.knownEnd(start, end))
    }

    /// Notes the dates of a workout.
    func noteWorkout(_ start: Double, _ end: Double) {
        workoutRange = (min(workoutRange.start, start), max(workoutRange.end, Self.knownEnd(start, end)))
    }

    /// Returns the end of a sample, or its start if it ends in the distant future as if it had no end.
    @inline(__always)
    private static func knownEnd(_ start: Double, _ end: Double) -> Double {
        end < Date.distantFuture.timeIntervalSince1970 ? end : start
    }

    /// Stores the units of an export of a phone as the owner's preferred units. Other inputs have no export date.
    func storeUnits(_ db: Database, unit: (Int32) -> String?) throws {
        if receipt.export.exportDate != nil { try units.store(db, unit: unit) }
    }

    /// Returns the receipt.
    /// - Parameter file: The name of the input.
    func finish(file: String, types: [InputType]) -> ImportReceipt {
        for type in types where type.read > 0 || type.added > 0 {
            receipt.byType[type.identifier, default: .init()].read += type.read
            receipt.byType[type.identifier, default: .init()].added += type.added
        }
        for remark in remarks.diagnostics(file: file) { diagnose(remark) }
        receipt.sources = sourceNames.sorted()
        if range.start <= range.end { receipt.dateRange = [range.start, range.end] }
        receipt.finish()
        describe()
        return receipt
    }

    /// Adds the sentence with the content of the input.
    private func describe() {
        guard let format = receipt.format else { return }
        // The end of a sample that is still in progress is in the distant future.
        let end = min(max(range.end, workoutRange.end), Date().timeIntervalSince1970)
        receipt.description = ImportContent.text(
            format: format, workouts: receipt[.workouts].read, days: receipt.days,
            range: (min(range.start, workoutRange.start), end))
    }
}
