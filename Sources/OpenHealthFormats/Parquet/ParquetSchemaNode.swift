// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An element of a file's schema: a leaf with values, or a group of other elements.
struct ParquetSchemaNode {
    /// Whether an element may be absent or repeat.
    enum Repetition: Int32 {
        case required = 0
        case optional = 1
        case repeated = 2
    }

    /// The meaning of values beyond their type.
    enum Meaning {
        case string
        case map
        case date
        case timestamp
        case uuid
    }

    var name: String
    var repetition: Repetition
    /// Nil for a group.
    var type: ParquetPhysicalType?
    var meaning: Meaning?
    /// The number of elements of a group, which follow it.
    var children = 0

    /// Writes the element's struct.
    func write(to thrift: inout ThriftCompactWriter) {
        if let type { thrift.int32(1, type.rawValue) }
        if type == .fixedLengthByteArray { thrift.int32(2, 16) }
        thrift.int32(3, repetition.rawValue)
        thrift.text(4, name)
        if type == nil { thrift.int32(5, Int32(children)) }  // checked: a few
        guard let meaning else { return }
        if let converted = Self.converted(meaning) { thrift.int32(6, converted) }
        thrift.structure(10) { thrift in
            switch meaning {
            case .string: thrift.structure(1) { _ in }
            case .map: thrift.structure(2) { _ in }
            case .date: thrift.structure(6) { _ in }
            case .timestamp:
                thrift.structure(8) { thrift in
                    thrift.bool(1, true)
                    thrift.structure(2) { thrift in thrift.structure(2) { _ in } }
                }
            case .uuid: thrift.structure(14) { _ in }
            }
        }
    }

    /// The meaning as earlier versions of the format wrote it.
    private static func converted(_ meaning: Meaning) -> Int32? {
        switch meaning {
        case .string: 0
        case .map: 1
        case .date: 6
        case .timestamp: 10
        case .uuid: nil
        }
    }
}
