// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Assigns an index to each distinct dictionary of metadata.
///
/// Millions of records share a few dictionaries, but some sources give each record its own entry. The table is therefore cleared
/// when it has grown large, and contents that occur again are sent again. The store identifies them by their own hash.
struct MetadataInterner {
    private var table = HashTable(capacity: 4096)
    private var illegalBytes: [Int32: Int] = [:]
    private var next: Int32 = 0
    private var oldest: Int32 = 0

    /// The entries of the current record as written: lengths and bytes.
    private var bytes: [UInt8] = []
    private var spans: [(key: Int, value: Int)] = []

    /// The maximum number of remembered dictionaries: 2.6 MB at about 40 bytes each.
    private static let limit = 65_536

    /// Begins a batch and returns the lowest index that this batch and later ones can refer to.
    mutating func startBatch() -> Int32 {
        if table.count > Self.limit {
            table.removeAll()
            illegalBytes.removeAll()
            oldest = next
        }
        return oldest
    }

    /// Adds an entry to the current record.
    @inline(__always)
    mutating func append(key: ByteSlice, value: ByteSlice?) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.start, count: key.count))
        if let value { bytes.append(contentsOf: UnsafeBufferPointer(start: value.start, count: value.count)) }
        spans.append((key.count, value?.count ?? 0))
    }

    /// Adds an attribute of the record itself, with an `@` before its name.
    mutating func appendAttribute(_ attribute: AttributeSlice) {
        bytes.append(UInt8(ascii: "@"))
        append(key: attribute.name, value: attribute.value)
        spans[spans.count - 1].key += 1
    }

    /// Discards the entries of the current record.
    private mutating func discard() {
        bytes.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
    }

    /// Ends the record and returns the index of its metadata, or -1 if it has none.
    @inline(__always)
    mutating func finish(newMetadata: inout [[MetadataPair]], illegal: inout Int) -> Int32 {
        if spans.isEmpty { return -1 }
        var hash = ContentHash.empty
        bytes.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { hash.combine(base, buffer.count) }
        }
        for span in spans { hash.combine(UInt64(span.key) &<< 32 | UInt64(span.value)) }
        var index = table.value(of: hash)
        if index < 0 {
            index = next
            next += 1
            table.insert(hash, index)
            let bad = add(to: &newMetadata)
            if bad > 0 { illegalBytes[index] = bad }
        }
        if !illegalBytes.isEmpty { illegal += illegalBytes[index] ?? 0 }
        discard()
        return index
    }

    private func add(to newMetadata: inout [[MetadataPair]]) -> Int {
        var pairs: [MetadataPair] = []
        var bad = 0
        bytes.withUnsafeBufferPointer { buffer in
            guard var cursor = buffer.baseAddress else { return }
            for span in spans {
                let key = ByteSlice(start: cursor, count: span.key).text
                cursor += span.key
                let value = ByteSlice(start: cursor, count: span.value).text
                cursor += span.value
                bad += key.illegalBytes + value.illegalBytes
                pairs.append(MetadataPair(key: key.string, value: value.string))
            }
        }
        newMetadata.append(pairs)
        return bad
    }
}
