// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The archive of an object as JSON: names and values that the `sqlite3` shell and other programs can read.
package enum ArchiveJSON {
    /// The key under which bytes stand, in base 64.
    private static let bytesKey = "$base64"

    /// An archive as JSON; nil where it holds something that JSON has no form for.
    package static func write(_ archive: HKArchive) -> JSONValue? { write(archive.values) }

    /// An archive out of JSON; nil where the JSON is none that ``write(_:)-(HKArchive)`` makes.
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
            // What an app calls its metadata may have the same name; then an object stands there.
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
