// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Names each distinct dictionary of metadata once.
///
/// Millions of records share three dictionaries; but some sources give every record an entry of its own, so the
/// table forgets everything when it has grown large, and contents met again are sent again. The store knows
/// them by their own hash.
struct MetadataInterner {
    private var table = HashTable(capacity: 4096)
    private var illegalBytes: [Int32: Int] = [:]
    private var next: Int32 = 0
    private var oldest: Int32 = 0

    /// The entries of the record being read, as written: lengths and bytes.
    private var bytes: [UInt8] = []
    private var spans: [(key: Int, value: Int)] = []

    /// The maximum number of remembered dictionaries. At some 40 bytes each, 2.6 MB.
    private static let limit = 65_536

    /// Begins a batch: the lowest index that this batch and later ones can name.
    mutating func startBatch() -> Int32 {
        if table.count > Self.limit {
            table.removeAll()
            illegalBytes.removeAll()
            oldest = next
        }
        return oldest
    }

    /// Adds an entry to the record being read.
    @inline(__always)
    mutating func append(key: ByteSlice, value: ByteSlice?) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.start, count: key.count))
        if let value { bytes.append(contentsOf: UnsafeBufferPointer(start: value.start, count: value.count)) }
        spans.append((key.count, value?.count ?? 0))
    }

    /// Adds an attribute of the record itself, under its name with an `@` before it.
    mutating func appendAttribute(_ attribute: AttributeSlice) {
        bytes.append(UInt8(ascii: "@"))
        append(key: attribute.name, value: attribute.value)
        spans[spans.count - 1].key += 1
    }

    /// Forgets the entries of the record being read.
    private mutating func discard() {
        bytes.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
    }

    /// Ends the record: the index of its metadata, or -1 where it has none.
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
