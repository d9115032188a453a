// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension Ingestion {
    /// Returns a batch without the records, items and points of routes that are outside ``StoreLimits``. Each kind of fault becomes a
    /// diagnostic. The dictionaries of the batch have been added.
    func removingFaults(from batch: SampleBatch) -> SampleBatch {
        var batch = batch
        removeRows(from: &batch)
        var items: [ImportedItem] = []
        items.reserveCapacity(batch.items.count)
        for item in batch.items {
            if let fault = StoreLimits.fault(item, batch.texts) {
                reject(Self.element(of: item), fault)
            } else if case .routeFile(var file) = item, file.points.contains(where: { StoreLimits.fault($0) != nil }) {
                let count = file.points.count
                file.points.removeAll { StoreLimits.fault($0) != nil }
                reject("trkpt", "\(count - file.points.count) points have no valid place or date", file: file.path)
                items.append(.routeFile(file))
            } else {
                items.append(item)
            }
        }
        batch.items = items
        return batch
    }

    private func removeRows(from batch: inout SampleBatch) {
        let texts = batch.texts
        guard batch.rows.contains(where: { StoreLimits.fault($0, texts) != nil }) else { return }
        var (rows, places): ([SampleRow], [Int32: Int32]) = ([], [:])
        var faults: [String: [String: Int]] = [:]
        for (index, row) in batch.rows.enumerated() {
            if let fault = StoreLimits.fault(row, texts) {
                let type = types.index(of: row)
                types.count(type, read: 1)
                receipt.countRejected()
                faults[types[type].identifier, default: [:]][fault, default: 0] += 1
            } else {
                places[Int32(index)] = Int32(rows.count)
                rows.append(row)
            }
        }
        batch.rows = rows
        batch.beats = batch.beats.compactMap { list in
            places[list.row].map { BeatList(row: $0, beats: list.beats) }
        }
        for (type, counts) in faults.sorted(by: { $0.key < $1.key }) {
            for (fault, count) in counts.sorted(by: { $0.key < $1.key }) {
                reject(type, count == 1 ? fault : "\(fault) (\(count) records)")
            }
        }
    }

    private func reject(_ element: String, _ reason: String, file: String = "") {
        receipt.diagnose(ImportDiagnostic(severity: .rejected, file: file, line: 0, element: element, reason: reason))
    }

    /// Returns the name of an item's element in an export.
    private static func element(of item: ImportedItem) -> String {
        switch item {
        case .correlation: "Correlation"
        case .workout: "Workout"
        case .audiogram: "Audiogram"
        case .visionPrescription: "VisionPrescription"
        case .electrocardiogram: "electrocardiogram"
        case .clinicalRecord: "ClinicalRecord"
        case .activitySummary: "ActivitySummary"
        case .exportInfo: "ExportDate"
        case .characteristics: "Me"
        case .routeFile: "WorkoutRoute"
        case .heartbeatSeries: "heartbeats"
        case .unknownElement(let element): element.name
        }
    }
}
