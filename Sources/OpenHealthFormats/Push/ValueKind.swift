// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The kind of a value in the JSON of a push. Numbers can be strings, as ``PushJSON/number`` reads them.
enum ValueKind: String {
    case number = "a number"
    case amount = "a number that is not negative"
    case string = "a string"
    case date = "a date"
    case list = "a list"
    case object = "a JSON object"

    /// Returns whether a value is of the kind.
    func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.list, .array), (.object, .object): true
        case (.number, _): PushJSON(value).number != nil
        case (.amount, _): (PushJSON(value).number ?? -1) >= 0
        case (.date, .string(let text)): PushInstant.seconds(text) != nil || PushJSON(value).number != nil
        case (.date, .number): PushJSON(value).number != nil
        default: false
        }
    }
}

extension PushBuilder {
    /// Names the values of a record that are of another kind than they should be. Readers leave them out and keep the rest of the record.
    /// - Parameter written: Returns a key as the sender wrote it.
    mutating func checkKinds(
        _ record: PushJSON?, _ kinds: [String: ValueKind], written: (String) -> String = { $0 }
    ) {
        guard let record, case .object(let entries) = record.value else { return }
        for (key, value) in entries {
            if case .null = value { continue }
            guard let kind = kinds[key], !kind.matches(value) else { continue }
            warn(
                "expected \(kind.rawValue); it is left out", remedy: "update the app, and send it again",
                at: record.pointer + "/" + PushJSON.escaped(written(key)))
        }
    }
}
