// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Escaped XML that is written many times: the beginning of a record up to its dates.
///
/// An export of millions of records has a few hundred of these, which avoids the cost of escaping.
public struct ExportRecordHead: Sendable {
    let bytes: [UInt8]

    /// Creates the beginning of a `Record`, with its attributes in the order of phones.
    /// - Parameters:
    ///   - element: `Record`, or an element with the same attributes.
    ///   - type: The type identifier, if the element has one.
    ///   - sourceName: The name of the source.
    ///   - sourceVersion: The version of the source.
    ///   - device: The device string, `<<HKDevice: 0x…>, name:…>`, before escaping.
    ///   - unit: The unit of the value.
    public init(
        element: StaticString = "Record", type: String?, sourceName: String, sourceVersion: String? = nil,
        device: String? = nil, unit: String? = nil
    ) {
        var bytes: [UInt8] = [0x3C]
        bytes.append(contentsOf: element.description.utf8)
        for (name, value) in [
            ("type", type), ("sourceName", sourceName), ("sourceVersion", sourceVersion), ("device", device),
            ("unit", unit),
        ] {
            guard let value else { continue }
            bytes.append(0x20)
            bytes.append(contentsOf: name.utf8)
            bytes.append(contentsOf: "=\"".utf8)
            XMLEscape.append(value, to: &bytes)
            bytes.append(0x22)
        }
        self.bytes = bytes
    }

    /// Creates the beginning of a record of a device.
    package init(
        element: StaticString = "Record", type: String?, sourceName: String, sourceVersion: String?,
        device: DeviceData?, unit: String? = nil
    ) {
        self.init(
            element: element, type: type, sourceName: sourceName, sourceVersion: sourceVersion,
            device: device.map(DeviceString.text), unit: unit)
    }
}

/// Escaped metadata that is written many times.
public struct ExportMetadata: Sendable {
    /// The entries as elements, without indentation.
    let elements: [[UInt8]]
    /// All entries as lines, for a top-level record.
    let lines: [UInt8]

    /// The number of entries.
    public var count: Int { elements.count }

    /// Creates the entries in the given order.
    public init(_ pairs: [MetadataPair]) {
        elements = pairs.map { pair in
            var bytes = Array("<MetadataEntry key=\"".utf8)
            XMLEscape.append(pair.key, to: &bytes)
            bytes.append(contentsOf: "\" value=\"".utf8)
            XMLEscape.append(pair.value, to: &bytes)
            bytes.append(contentsOf: "\"/>".utf8)
            return bytes
        }
        lines = elements.flatMap { [0x20, 0x20] + $0 + [0x0A] }
    }
}

/// Escaping of attribute values.
enum XMLEscape {
    /// Appends a value without characters that are invalid in XML.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in ExportText.carried(text).utf8 {
            switch byte {
            case 0x26: bytes.append(contentsOf: "&amp;".utf8)
            case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
            case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
            case 0x22: bytes.append(contentsOf: "&quot;".utf8)
            // A parser would convert these to spaces if they were not escaped.
            case 0x09: bytes.append(contentsOf: "&#9;".utf8)
            case 0x0A: bytes.append(contentsOf: "&#10;".utf8)
            case 0x0D: bytes.append(contentsOf: "&#13;".utf8)
            default: bytes.append(byte)
            }
        }
    }
}
