// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A column of UUIDs: sixteen bytes each.
package final class ParquetUUIDColumn: ParquetColumn {
    private var bytes: [UInt8] = []

    /// Appends a row.
    @inline(__always)
    package func append(_ uuid: UUID?) {
        note(uuid != nil)
        if let uuid { withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) } }
    }

    /// Appends rows of sixteen bytes each.
    package func append(bytes rows: ArraySlice<UInt8>) {
        note(true, count: rows.count / 16)
        bytes.append(contentsOf: rows)
    }

    override func schema() -> [ParquetSchemaNode] {
        [ParquetSchemaNode(name: name, repetition: repetition, type: .fixedLengthByteArray, meaning: .uuid)]
    }

    override func takePages() -> [ParquetPages] {
        let (levels, count, nullCount) = takeLevels()
        let bounds = bounds()
        let data = levels + bytes
        bytes.removeAll(keepingCapacity: true)
        return [
            // Most UUIDs are random.
            ParquetPages(
                data: data, encoding: .plain, count: count, nullCount: nullCount, bounds: bounds,
                isCompressible: false)
        ]
    }

    private func bounds() -> ParquetBounds? {
        if bytes.isEmpty { return nil }
        return bytes.withUnsafeBytes { raw in
            func half(_ offset: Int) -> UInt64 {
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            var (least, greatest) = (0, 0)
            var (low, high) = ((half(0), half(8)), (half(0), half(8)))
            for offset in stride(from: 16, to: raw.count, by: 16) {
                let value = (half(offset), half(offset + 8))
                if value < low { (least, low) = (offset, value) }
                if value > high { (greatest, high) = (offset, value) }
            }
            return ParquetBounds(
                minimum: [UInt8](raw[least..<least + 16]), maximum: [UInt8](raw[greatest..<greatest + 16]))
        }
    }
}
