// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The numbers of records by type and provenance, for types that people measure in different units.
///
/// A phone exports each type in the unit that its owner has chosen there.
struct UnitCounts {
    /// The numbers by type and provenance of the input.
    private var counts: [String: [Int32: Int]] = [:]

    /// Counts the rows of one type.
    mutating func add(_ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>, type: String) {
        guard LocalUnits.customary.contains(type) else { return }
        var counts = counts[type] ?? [:]
        var run = (provenance: Int32(-1), count: 0)
        for position in order {
            let provenance = rows[Int(position)].provenance
            if provenance != run.provenance {
                if run.count > 0 { counts[run.provenance, default: 0] += run.count }
                run = (provenance, 0)
            }
            run.count += 1
        }
        if run.count > 0 { counts[run.provenance, default: 0] += run.count }
        self.counts[type] = counts
    }

    /// Stores the most frequent unit of each type as the unit of the export.
    /// - Parameter unit: Returns the unit of a provenance, as written.
    func store(_ db: Database, unit: (Int32) -> String?) throws {
        for (identifier, counts) in counts.sorted(by: { $0.key < $1.key }) {
            guard let type = HKObjectType.named(identifier) as? HKQuantityType else { continue }
            var byUnit: [HKUnit: Int] = [:]
            for (provenance, count) in counts {
                // Older exports write Cal, which is kcal.
                let text = unit(provenance).map { $0 == "Cal" ? "kcal" : $0 }
                guard let unit = text.flatMap(StoredUnit.unit), type.is(compatibleWith: unit) else { continue }
                byUnit[unit, default: 0] += count
            }
            let best = byUnit.max { ($0.value, $1.key.unitString) < ($1.value, $0.key.unitString) }
            if let best { try PreferredUnits.note(db, written: best.key, for: type) }
        }
    }
}
