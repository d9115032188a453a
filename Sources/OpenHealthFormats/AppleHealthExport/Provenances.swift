// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The provenances of a document: each distinct combination of source, version, device and unit.
struct Provenances {
    private var table = HashTable(capacity: 1024)
    private var illegalBytes: [Int] = []

    /// Returns the index of a combination; new ones are appended to `newProvenances`.
    ///
    /// The slices are compared as written, except for the pointer in the device, which differs between exports and even within
    /// one.
    @inline(__always)
    mutating func index(
        source: ByteSlice?, version: ByteSlice?, device: ByteSlice?, unit: ByteSlice?,
        newProvenances: inout [ProvenanceData], illegal: inout Int
    ) -> Int32 {
        var hash = ContentHash.empty
        Self.combine(source, &hash)
        Self.combine(version, &hash)
        if let device {
            let facts = DeviceString.withoutPointer(device)
            hash.combine(facts.start, facts.count)
            // A device without properties differs from a missing device.
            if facts.count != device.count { hash.combine(2) }
        } else {
            hash.combine(1)
        }
        Self.combine(unit, &hash)
        let known = table.value(of: hash)
        if known >= 0 {
            illegal &+= illegalBytes[Int(known)]
            return known
        }
        return add(source, version, device, unit, hash, &newProvenances, &illegal)
    }

    @inline(__always)
    private static func combine(_ slice: ByteSlice?, _ hash: inout ContentHash) {
        if let slice {
            hash.combine(slice.start, slice.count)
        } else {
            hash.combine(1)
        }
    }

    private mutating func add(
        _ source: ByteSlice?, _ version: ByteSlice?, _ device: ByteSlice?, _ unit: ByteSlice?, _ hash: ContentHash,
        _ newProvenances: inout [ProvenanceData], _ illegal: inout Int
    ) -> Int32 {
        let texts = (source?.text, version?.text, device?.text, unit?.text)
        let index = Int32(illegalBytes.count)
        newProvenances.append(
            ProvenanceData(
                sourceName: texts.0?.string ?? "", sourceVersion: texts.1?.string,
                device: texts.2.map { DeviceString.parse($0.string) }, unit: texts.3?.string))
        let bad =
            (texts.0?.illegalBytes ?? 0) + (texts.1?.illegalBytes ?? 0) + (texts.2?.illegalBytes ?? 0)
            + (texts.3?.illegalBytes ?? 0)
        illegalBytes.append(bad)
        illegal += bad
        table.insert(hash, index)
        return index
    }
}
