// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The conversion between an object's archive and JSON that the `sqlite3` shell and other programs can read.
package enum ArchiveJSON {
    /// The key of Base64-encoded data.
    private static let bytesKey = "$base64"

    /// Returns an archive as JSON; `nil` if it contains a value that JSON cannot represent.
    package static func write(_ archive: HKArchive) -> JSONValue? { write(archive.values) }

    /// Returns the archive of a JSON value; `nil` if ``write(_:)-(HKArchive)`` cannot produce the value.
    package static func read(_ json: JSONValue) -> HKArchive? {
        (value(json) as? [String: Any]).map(HKArchive.init(values:))
    }

    private static func write(_ values: [String: Any]) -> JSONValue? {
        var entries: [(key: String, value: JSONValue)] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let json = write(value) else { return nil }
            entries.append((key, json))
        }
        return .object(entries)
    }

    private static func write(_ value: Any) -> JSONValue? {
        switch value {
        case let text as String: return .string(text)
        case let truth as Bool: return .bool(truth)
        case let number as Int: return .integer(number)
        case let number as Double: return .double(number)
        case let bytes as Data: return .object([(bytesKey, .string(bytes.base64EncodedString()))])
        case let values as [String: Any]: return write(values)
        case let list as [Any]:
            let elements = list.compactMap { write($0) }
            return elements.count == list.count ? .array(elements) : nil
        default: return nil
        }
    }

    private static func value(_ json: JSONValue) -> Any? {
        switch json {
        case .null: return nil
        case .string(let text): return text
        case .bool(let truth): return truth
        case .number(let text):
            if let whole = Int(text) { return whole }
            return Double(text)
        case .array(let values):
            let elements = values.compactMap(value)
            return elements.count == values.count ? elements : nil
        case .object(let entries):
            // An app's metadata can use the same key; its value is then an object instead of a string.
            if entries.count == 1, entries[0].key == bytesKey, let text = entries[0].value.string {
                return Data(base64Encoded: text)
            }
            var values: [String: Any] = [:]
            for (key, entry) in entries {
                guard let value = value(entry) else { return nil }
                values[key] = value
            }
            return values
        }
    }
}
