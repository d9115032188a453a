// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension StartGroup {
    /// The maximum number of samples in one second that are compared with a record that lacks facts. No real source has as many, and
    /// records beyond them are new samples.
    static let maximumPartialLength = 256

    /// Returns the sample that a record can be if the facts that one of the two does not carry are left out of the comparison.
    ///
    /// The ends agree to the second, and the values in the precision of the unit that they were written in.
    /// - Parameters:
    ///   - canonical: The unit of stored values; nil for types without one.
    ///   - isComplete: Whether samples that carry all facts can match a record that carries all facts.
    ///   - known: The facts that samples must carry. A sample that does not carry its end can match a record with the same end.
    ///   - isNear: Whether ends that differ by up to a second agree; see ``NearStarts``.
    ///   - allowed: Returns whether a sample with the same facts can match.
    ///   - isSame: Returns whether a sample without a number has the same text.
    func partial(
        _ wanted: Wanted, canonical: HKUnit?, _ facts: SharedRows, isComplete: Bool = false,
        known: MissingProperties = [], isNear: Bool = false, allowed: (StoredRow) throws -> Bool,
        isSame: (Int64) throws -> Bool
    ) throws -> StoredRow? {
        guard rows.count <= Self.maximumPartialLength else { return nil }
        var best: (row: StoredRow, distance: Double)?
        lazy var conversion = canonical.flatMap {
            $0.conversion(to: wanted.identity.unit.flatMap(StoredUnit.unit) ?? $0)
        }
        for candidate in rows {
            let identity = try facts.identity(ofProvenance: candidate.provenance)
            let missing = identity.missing.union(wanted.identity.missing)
            if missing.isEmpty, !isComplete { continue }
            let hasEnd =
                candidate.end.rounded(.down) == wanted.end.rounded(.down)
                || isNear && NearStarts.isNear(candidate.end, wanted.end)
            let unknown = identity.missing.intersection(known)
            guard unknown.isEmpty || unknown == .end && hasEnd else { continue }
            guard hasEnd || missing.contains(.end),
                Self.canBeSameSource(candidate, identity, wanted, isNear: isNear),
                identity.canBeSameDevice(as: wanted.identity),
                let distance = try Self.partialDistance(
                    candidate, identity, wanted, ignoresValue: missing.contains(.value), hasUnit: canonical != nil,
                    conversion, isSame: isSame)
            else { continue }
            guard best.map({ distance < $0.distance }) ?? true else { continue }
            if !missing.contains(.metadata), try !facts.isSameText(candidate.metadata, wanted.metadata) { continue }
            if missing.contains(.identifier), try !facts.hasSameReason(candidate.metadata, wanted.metadata) { continue }
            // Last, since it can read the store.
            guard try allowed(candidate) else { continue }
            best = (candidate, distance)
            if distance == 0 { break }
        }
        return best?.row
    }

    /// Returns the sample of another party that is a record with the same UUID: HealthKit gives no two objects one UUID. Its end and its value
    /// are those of the record; other facts are not compared, because senders know them by different names.
    /// - Parameters:
    ///   - canonical: The unit of stored values; nil for types without one.
    ///   - allowed: Returns whether a sample has the UUID and can match.
    func sameUUID(
        _ wanted: Wanted, canonical: HKUnit?, _ facts: SharedRows, allowed: (StoredRow) throws -> Bool
    ) throws -> StoredRow? {
        guard rows.count <= Self.maximumPartialLength else { return nil }
        lazy var conversion = canonical.flatMap {
            $0.conversion(to: wanted.identity.unit.flatMap(StoredUnit.unit) ?? $0)
        }
        return try rows.first { candidate in
            let identity = try facts.identity(ofProvenance: candidate.provenance)
            guard candidate.end.rounded(.down) == wanted.end.rounded(.down),
                !identity.missing.union(wanted.identity.missing).contains(.value),
                let distance = try Self.partialDistance(
                    candidate, identity, wanted, ignoresValue: false, hasUnit: canonical != nil, conversion,
                    isSame: { _ in true }), distance.isFinite
            else { return false }
            return try allowed(candidate)
        }
    }

    /// Returns whether a sample and a record can be of the same source. If one has only a name and the other one only a bundle identifier, the
    /// values decide: they are the same number, or in another unit the same in the six digits that phones write.
    private static func canBeSameSource(
        _ candidate: StoredRow, _ identity: SharedRows.Identity, _ wanted: Wanted, isNear: Bool
    ) -> Bool {
        switch identity.source(comparedWith: wanted.identity) {
        case .same: return true
        case .different: return false
        case .unknown:
            if isNear { return false }
            if candidate.value.isNaN || wanted.value.isNaN {
                return candidate.value.isNaN && wanted.value.isNaN && candidate.text == wanted.text
            }
            let tolerance = identity.unit == wanted.identity.unit ? 1e-9 : 5e-6
            return (candidate.value - wanted.value).magnitude
                <= tolerance * max(candidate.value.magnitude, wanted.value.magnitude)
        }
    }

    /// The distance of a value from one that is unknown, or that was kept as text because its meaning is unknown. Any other match is better.
    private static let unknownDistance = Double.infinity

    private static func partialDistance(
        _ candidate: StoredRow, _ identity: SharedRows.Identity, _ wanted: Wanted, ignoresValue: Bool,
        hasUnit: Bool, _ conversion: @autoclosure () -> UnitConversion?, isSame: (Int64) throws -> Bool
    ) throws -> Double? {
        if ignoresValue { return unknownDistance }
        if candidate.value.isNaN, wanted.value.isNaN {
            return try candidate.text == wanted.text && (wanted.text == 0 || isSame(candidate.id)) ? 0 : nil
        }
        if candidate.value.isNaN || wanted.value.isNaN {
            // The phone's language determines the names of values, and some are unknown.
            let hasText = candidate.value.isNaN ? candidate.text != 0 : wanted.text != 0
            return hasText ? unknownDistance : nil
        }
        if candidate.value == wanted.value { return 0 }
        guard hasUnit else { return nil }
        if identity.unit != wanted.identity.unit { return Self.distance(candidate.value, wanted.value) }
        guard let conversion = conversion() else { return nil }
        let (left, right) = (conversion(candidate.value), conversion(wanted.value))
        let distance = (left - right).magnitude
        // Half a unit in the last place, and the errors of conversions.
        let limit = max(WrittenPrecision.step(of: left), WrittenPrecision.step(of: right)) * 0.500_001
        return distance <= max(limit, 1e-6 * max(left.magnitude, right.magnitude)) ? distance : nil
    }
}

/// The precision of numbers that were written with decimal places.
enum WrittenPrecision {
    /// Returns a unit in the last decimal place of a number: 0.1 for 72.3 and 1 for 72. Conversions change digits after the ninth,
    /// which are ignored.
    static func step(of number: Double) -> Double {
        guard number.isFinite, number != 0 else { return 1 }
        var step = 1.0
        var scaled = number.magnitude
        let tolerance = max(scaled * 1e-9, 1e-12)
        for _ in 0..<9 {
            if (scaled - scaled.rounded()).magnitude <= tolerance / step { return step }
            scaled *= 10
            step /= 10
        }
        return step
    }
}
