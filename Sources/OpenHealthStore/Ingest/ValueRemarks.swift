// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Implausible values and dates of an import: impossible and improbable values by type, dates before the person's birth, and
/// metadata that do not fit their predefined keys.
///
/// The import stores them as written. The remarks contain counts and the first date, but no values.
struct ValueRemarks {
    private struct Count {
        var impossible = 0
        var improbable = 0
        /// The start dates of the first impossible and the first improbable value.
        var firstImpossible = Double.nan
        var firstImprobable = Double.nan
    }
    private var counts: [String: Count] = [:]
    /// Midnight UTC of the person's date of birth; nil if it isn't known.
    private var birth: Double?
    private var beforeBirth = 0
    /// The latest end without a remark, a day after the import; later clocks and time zones are usual.
    private let latestEnd = Date().timeIntervalSince1970 + 86_400
    /// The number of records that end later, without those whose end is not known.
    private var inFuture = 0
    /// The number of readings of sleep of implausible durations, and the start date of the first.
    private var nights = (count: 0, first: Double.infinity)
    /// The requirements of predefined metadata keys that a value does not meet.
    private var unmet: [String: String] = [:]

    /// Reads the date of birth from the person's characteristics.
    mutating func take(_ characteristics: [MetadataPair]) {
        let text = characteristics.last { $0.key == HKCharacteristicTypeIdentifier.dateOfBirth.rawValue }?.value
        let parts = (text ?? "").split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...9999).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2])
        else { return }
        birth = Double(CivilDay.number(year: parts[0], month: parts[1], day: parts[2])) * 86_400
    }

    /// Examines the rows of one type.
    mutating func add(_ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>, type: String) {
        if let birth {
            // The day begins up to 14 hours earlier in other time zones.
            let first = birth - 14 * 3600
            for position in order where rows[Int(position)].start < first { beforeBirth += 1 }
        }
        let unknownEnd = Date.distantFuture.timeIntervalSince1970
        for position in order where rows[Int(position)].end > latestEnd {
            if rows[Int(position)].end != unknownEnd { inFuture += 1 }
        }
        if type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue {
            for position in order {
                let row = rows[Int(position)]
                guard NightLength.isImplausible(row.value, from: row.start, to: row.end) else { continue }
                nights = (nights.count + 1, min(nights.first, row.start))
            }
        }
        guard let range = ValueRanges.range(of: type) else { return }
        let least = range.improbableBelow ?? range.impossibleBelow ?? -.infinity
        let greatest = range.improbableAbove ?? range.impossibleAbove ?? .infinity
        for position in order {
            let row = rows[Int(position)]
            if (row.value >= least && row.value <= greatest) || row.value.isNaN { continue }
            switch range.verdict(row.value) {
            case .usual: continue
            case .improbable:
                let start = counts[type]?.firstImprobable ?? .nan
                counts[type, default: Count()].improbable += 1
                counts[type]?.firstImprobable = start.isNaN ? row.start : min(start, row.start)
            case .impossible:
                let start = counts[type]?.firstImpossible ?? .nan
                counts[type, default: Count()].impossible += 1
                counts[type]?.firstImpossible = start.isNaN ? row.start : min(start, row.start)
            }
        }
    }

    /// Examines the metadata of samples.
    mutating func add(_ metadata: [MetadataPair]) {
        for pair in metadata where unmet[pair.key] == nil {
            guard let kind = HealthMetadataKeys.valueKind(pair.key), kind != .string else { continue }
            let value = MetadataText.value(pair.value, key: pair.key)
            unmet[pair.key] = HKObjectValidation.requirement(of: pair.key, unmetBy: value)
        }
    }

    /// Returns the remarks, by type.
    /// - Parameter file: The name of the input.
    func diagnostics(file: String) -> [ImportDiagnostic] {
        func remark(_ element: String, _ reason: String) -> ImportDiagnostic {
            ImportDiagnostic(severity: .warning, file: file, line: 0, element: element, reason: reason)
        }
        var remarks: [ImportDiagnostic] = []
        for (type, count) in counts.sorted(by: { $0.key < $1.key }) {
            let name = HealthTypes.named(type)?.swiftName ?? type
            for (number, isImpossible, start) in [
                (count.impossible, true, count.firstImpossible), (count.improbable, false, count.firstImprobable),
            ] where number > 0 {
                let reason = ValueRange.remark(count: number, isImpossible: isImpossible, first: start)
                remarks.append(remark(name, reason))
            }
        }
        if nights.count > 0 {
            remarks.append(
                remark("sleepAnalysis", NightLength.remark(count: nights.count, first: nights.first)))
        }
        if beforeBirth > 0 {
            let many = beforeBirth == 1 ? "a record starts" : "\(beforeBirth) records start"
            remarks.append(remark("Record", "\(many) before the date of birth; kept as written"))
        }
        if inFuture > 0 {
            let many = inFuture == 1 ? "a record ends" : "\(inFuture) records end"
            remarks.append(remark("Record", "\(many) more than a day in the future; kept as written"))
        }
        for (key, required) in unmet.sorted(by: { $0.key < $1.key }) {
            remarks.append(remark("MetadataEntry", "a value of \(key) is not \(required); kept as written"))
        }
        return remarks
    }
}
