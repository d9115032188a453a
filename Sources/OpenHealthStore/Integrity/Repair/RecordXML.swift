// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Writes a stored sample as the `Record` element from which it was imported.
enum RecordXML {
    /// Returns the element. Dates are in UTC, and metadata is in its stored order.
    static func text(_ sample: RawSample, type: String, reader: RecordReader) throws -> String {
        let origin = try reader.origin(sample.provenance)
        let created = sample.lag.map { Date(timeIntervalSince1970: sample.start + Double($0)) }
        let value = sample.text ?? (sample.value.isNaN ? nil : MetadataText.plain(sample.value))
        let attributes: [(String, String?)] = [
            ("type", type), ("sourceName", origin.name), ("sourceVersion", origin.version),
            ("device", origin.device.map(text)), ("unit", origin.unit),
            ("creationDate", created.map(MetadataText.text)),
            ("startDate", MetadataText.text(Date(timeIntervalSince1970: sample.start))),
            ("endDate", MetadataText.text(Date(timeIntervalSince1970: sample.end))), ("value", value),
        ]
        let tag = tag("Record", attributes)
        let pairs = sample.metadata < 0 ? [] : try reader.metadata(sample.metadata).pairs
        if pairs.isEmpty { return "<\(tag)/>" }
        let entries = pairs.map { "<\(self.tag("MetadataEntry", [("key", $0.key), ("value", $0.value)]))/>" }
        return "<\(tag)>\(entries.joined())</Record>"
    }

    private static func tag(_ name: String, _ attributes: [(String, String?)]) -> String {
        attributes.reduce(into: name) { tag, attribute in
            if let value = attribute.1 { tag += " \(attribute.0)=\"\(escaped(value))\"" }
        }
    }

    /// Returns the device as exports write it, with a placeholder for the pointer.
    private static func text(_ device: DeviceData) -> String {
        let fields: [(String, String?)] = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardware), ("firmware", device.firmware), ("software", device.software),
            ("localIdentifier", device.localIdentifier), ("UDIDeviceIdentifier", device.udiDeviceIdentifier),
        ]
        let known = fields.compactMap { name, value in value.map { "\(name):\($0)" } }
        return "<<HKDevice: 0x0>, " + (known + device.other.map { "\($0.key):\($0.value)" }).joined(separator: ", ")
            + ">"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
            .replacing("\r", with: "&#13;")
    }
}
