// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The device attribute: `<<HKDevice: 0x30…>, name:Apple Watch, manufacturer:Apple Inc., hardware:Watch6,7>`.
enum DeviceString {
    /// Returns the bytes from the first comma on, which are the same in every export, or all bytes of a string with another form.
    @inline(__always)
    static func withoutPointer(_ slice: ByteSlice) -> ByteSlice {
        guard slice.hasPrefix("&lt;&lt;HKDevice: ") || slice.hasPrefix("<<HKDevice: ") else { return slice }
        var pointer = slice
        if let comma = memchr(slice.start, 0x2c, slice.count) {
            pointer.count = slice.start.distance(to: comma.assumingMemoryBound(to: UInt8.self))
        }
        guard pointer.hasSuffix("&gt;") || pointer.hasSuffix(">") else { return slice }
        return ByteSlice(start: slice.start + pointer.count, count: slice.count - pointer.count)
    }

    private static let keys: Set<String> = [
        "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier",
        "UDIDeviceIdentifier", "udiDeviceIdentifier", "FDA UDI", "creation date",
    ]

    /// Parses a device attribute whose references have been resolved.
    ///
    /// Values contain commas (`Watch6,7`), so a value ends only where `, ` and a key with its colon follow. A key is either a
    /// known one or one of the same form, so that a key that a later system adds does not become part of the previous value. A
    /// string with another form is kept in full as the device's name.
    static func parse(_ text: String) -> DeviceData {
        guard text.hasPrefix("<<HKDevice: "), text.hasSuffix(">"), let pointerEnd = text.firstIndex(of: ">") else {
            return DeviceData(name: text)
        }
        var facts = DeviceData()
        let start = text.index(after: pointerEnd)
        guard start != text.endIndex else { return text.contains(",") ? DeviceData(name: text) : facts }
        let body = text[start...].dropLast()
        guard body.hasPrefix(", ") else { return body.isEmpty ? facts : DeviceData(name: text) }
        var parts: [(key: String, value: String)] = []
        for piece in body.dropFirst(2).components(separatedBy: ", ") {
            let colon = piece.firstIndex(of: ":")
            if let colon, parts.isEmpty || isKey(piece[..<colon], before: piece[colon...]) {
                parts.append((String(piece[..<colon]), String(piece[piece.index(after: colon)...])))
            } else if parts.isEmpty {
                return DeviceData(name: text)
            } else {
                parts[parts.count - 1].value += ", " + piece
            }
        }
        for (key, value) in parts {
            switch key {
            case "name": facts.name = value
            case "manufacturer": facts.manufacturer = value
            case "model": facts.model = value
            case "hardware": facts.hardware = value
            case "firmware": facts.firmware = value
            case "software": facts.software = value
            case "localIdentifier": facts.localIdentifier = value
            case "UDIDeviceIdentifier", "udiDeviceIdentifier", "FDA UDI": facts.udiDeviceIdentifier = value
            default: facts.other.append(MetadataPair(key: key, value: value))
            }
        }
        return facts
    }

    /// Returns the attribute of a device, without a pointer.
    static func text(_ device: DeviceData) -> String {
        let fields: [(String, String?)] = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardware), ("firmware", device.firmware), ("software", device.software),
            ("localIdentifier", device.localIdentifier), ("UDIDeviceIdentifier", device.udiDeviceIdentifier),
        ]
        let known = fields.compactMap { key, value in value.map { "\(key):\($0)" } }
        let parts = ["<<HKDevice: 0x0>"] + known + device.other.map { "\($0.key):\($0.value)" }
        return parts.joined(separator: ", ") + ">"
    }

    private static func isKey(_ text: Substring, before value: Substring) -> Bool {
        if keys.contains(String(text)) || text.hasPrefix("UDI") || text.hasPrefix("FDA") { return true }
        guard let first = text.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else { return false }
        return text.utf8.count <= 40 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && !value.hasPrefix(": ")
    }
}
