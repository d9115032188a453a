// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A fault of a document of version 3 of Nightscout's interface, with the message of its server, which clients compare.
package struct NightscoutFault: Error, Equatable {
    /// The message.
    package var message: String
}

extension NightscoutReader {
    /// The first date of a document of version 3, in seconds since 1970: the year 2000.
    private static let earliestDate = 946_684_800.0
    /// The possible offsets from UTC, in minutes.
    private static let offsets = -1440.0...1440.0
    /// The maximum number of bytes of an identifier.
    private static let maximumIdentifierLength = 200

    /// Returns a document of version 3, with its dates and its identifier.
    /// - Parameters:
    ///   - identifier: The identifier in the path of the request; nil if the document states it.
    ///   - now: The current date.
    ///   - identify: Returns the identifier of a document without one, from its device, date and type.
    package static func version3(
        _ json: JSONValue, in collection: NightscoutCollection, identifier: String? = nil, now: Date,
        identify: (String) -> String
    ) throws(NightscoutFault) -> NightscoutDocument {
        let object = PushJSON(json)
        guard case .object(let entries) = json, !entries.isEmpty else {
            throw NightscoutFault(message: "Bad or missing request body")
        }
        if let fault = fault(of: object) { throw NightscoutFault(message: fault) }
        let dates = ["date", "created_at"].compactMap { object[$0].flatMap { NightscoutDate($0.value) } }
        guard let date = dates.first(where: { $0.seconds > earliestDate && $0.isPossible }) else {
            throw NightscoutFault(message: "Bad or missing date field")
        }
        var offset = object["utcOffset"].map { $0.number ?? .infinity } ?? Double(date.offset ?? 0)
        if case .string? = object["utcOffset"]?.value { offset = .infinity }
        guard offsets.contains(offset), let minutes = Int(exactly: offset.rounded()) else {
            throw NightscoutFault(message: "Bad or missing utcOffset field")
        }
        guard let app = object["app"]?.value.string, app.contains(where: { !$0.isWhitespace }) else {
            throw NightscoutFault(message: "Bad or missing app field")
        }
        let kind = object.text("eventType").map { "_" + $0 } ?? ""
        let key = (object.text("device") ?? "undefined") + "_\(date.milliseconds)" + kind
        let name = identifier ?? object["identifier"].map { $0.value.string ?? "" } ?? identify(key)
        guard !name.allSatisfy(\.isWhitespace), name.utf8.count <= maximumIdentifierLength else {
            throw NightscoutFault(message: "Bad or missing identifier field")
        }
        let set = NightscoutDocument.serverFields.union([
            "_id", "identifier", "date", "created_at", "utcOffset", "eventTime",
        ])
        let facts: [(key: String, value: JSONValue)] = [
            ("identifier", .string(name)), ("date", .integer(date.milliseconds)), ("created_at", .string(date.text)),
            ("utcOffset", .integer(minutes)),
        ]
        let seconds = Double(date.milliseconds) / 1000
        let durations =
            collection == .treatments ? duration(in: object, isChange: false, from: seconds) : []
        let derived = set.union(durations.map(\.key))
        let content = JSONValue.object(facts + entries.filter { !derived.contains($0.key) } + durations)
        var document = document(PushJSON(content), in: collection, now: now)
        if let fault = document.fault { throw NightscoutFault(message: fault) }
        (document.date, document.identity) = (seconds, name)
        return document
    }

    /// Returns a later version of a document, with the fields of a request.
    /// - Parameter changes: The changed fields.
    package static func version3(
        _ earlier: NightscoutDocument, changes: JSONValue, now: Date
    ) throws(NightscoutFault) -> NightscoutDocument {
        guard case .object(let changed) = changes, !changed.isEmpty, case .object(let entries) = earlier.json else {
            throw NightscoutFault(message: "Bad or missing request body")
        }
        if let fault = fault(of: PushJSON(changes)) { throw NightscoutFault(message: fault) }
        // What a client changes, it cannot identify or date anew.
        let kept = NightscoutDocument.serverFields.union(["_id", "identifier", "date", "created_at", "utcOffset"])
        var new = changed.filter { !kept.contains($0.key) }
        if earlier.collection == .treatments {
            // The stored end is derived as well, if there is one.
            let derived = duration(in: PushJSON(changes), isChange: true, from: earlier.date).filter { field in
                field.key != "endmills" || changes[field.key] != nil || earlier.json[field.key] != nil
            }
            new = new.filter { field in !derived.contains { $0.key == field.key } } + derived
        }
        let keys = Set(new.map(\.key))
        let content = JSONValue.object(entries.filter { !keys.contains($0.key) } + new)
        var document = document(PushJSON(content), in: earlier.collection, now: now)
        if let fault = document.fault { throw NightscoutFault(message: fault) }
        (document.name, document.identity, document.date) = (earlier.name, earlier.identity, earlier.date)
        return document
    }

    /// The fields that no later version of a document changes.
    private static let immutable = ["identifier", "date", "utcOffset", "eventType", "device", "app", "isValid"]

    /// Returns the first field that a version of a document changes although it may not; nil if there is none.
    /// - Parameter isDuplicate: Whether the version was recognised by its content, so that it can have another identifier.
    package static func changedField(
        of earlier: NightscoutDocument, by changes: JSONValue, isDuplicate: Bool
    ) -> String? {
        // A deleted document can become any other.
        guard earlier.isValid else { return nil }
        return immutable.first { field in
            let stored = field == "identifier" ? JSONValue.string(earlier.identifier) : earlier.json[field]
            guard let new = changes[field], let old = stored else { return false }
            switch field {
            case "identifier": return !isDuplicate && new != old
            case "date": return NightscoutDate(new)?.milliseconds != NightscoutDate(old)?.milliseconds
            case "utcOffset": return earlier.isOfVersion3 && new.double != old.double
            case "device", "app": return earlier.isOfVersion3 && new != old
            default: return new != old
            }
        }
    }
}
