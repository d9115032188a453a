// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the documents that apps send to Nightscout's interface.
package enum NightscoutReader {
    /// The facts that documents do not carry.
    static let missing: MissingProperties = [.device, .metadata, .identifier]

    /// Returns the documents of a request.
    /// - Parameter now: The current date, which is that of documents without a date and without health data.
    /// - Throws: A ``FormatError`` if the body is neither an object nor an array of objects.
    package static func documents(
        _ body: some Sequence<UInt8>, in collection: NightscoutCollection, now: Date
    ) throws(FormatError) -> (documents: [NightscoutDocument], isArray: Bool) {
        let root = try PushJSON(body: body, of: "Nightscout")
        return (try objects(root).flatMap { documents($0, in: collection, now: now) }, !root.isObject)
    }

    /// Returns the samples of a request, without its documents.
    /// - Throws: A ``FormatError`` if the body is neither an object nor an array of objects.
    package static func batch(
        _ body: some Sequence<UInt8>, in collection: NightscoutCollection, now: Date
    ) throws(FormatError) -> PushedBatch {
        reading(try documents(body, in: collection, now: now).documents, now: now).push
    }

    /// Returns the samples of documents.
    package static func reading(_ documents: [NightscoutDocument], now: Date) -> NightscoutReading {
        var builder = PushBuilder(missing: NightscoutReader.missing, now: now)
        let parts = documents.map { add($0, to: &builder) }
        return NightscoutReading(push: builder.batch, parts: parts)
    }

    /// Adds the samples of a document, and returns their UUIDs.
    static func add(_ document: NightscoutDocument, to builder: inout PushBuilder) -> [NightscoutPart: UUID] {
        var reading = DocumentReading(document)
        reading.read(&builder)
        return reading.parts
    }

    /// Returns the samples of a file: documents of all collections with samples, and the responses of version 3 of the interface, which have them under
    /// `result`.
    /// - Throws: A ``FormatError`` if the content is neither an object nor an array of objects.
    package static func file(_ body: some Sequence<UInt8>, now: Date) throws(FormatError) -> PushedBatch {
        let found = try objects(PushJSON(body: body, of: "Nightscout")).flatMap(results)
        // Entries have a glucose, and treatments an event. Without an event in the file, other documents are entries.
        let hasEvents = found.contains { $0["eventType"] != nil }
        let all = found.flatMap { object in
            documents(object, in: collection(of: object) ?? (hasEvents ? .treatments : .entries), now: now)
        }
        var push = reading(NightscoutDocument.completed(latest(withoutDeleted(all))), now: now).push
        for document in all where isDeletion(document) {
            push.deletions += DocumentReading(document).possibleUUIDs
        }
        return push
    }

    private static func isDeletion(_ document: NightscoutDocument) -> Bool {
        !document.isValid && document.fault == nil
    }

    /// Returns the documents, without versions that their sender deleted. A document with an identifier can follow its deletion, because
    /// files have the newest documents first or last. Without one, what follows is a new document of the same time.
    private static func withoutDeleted(_ documents: [NightscoutDocument]) -> [NightscoutDocument] {
        func key(_ document: NightscoutDocument) -> String { "\(document.collection.rawValue)/\(document.seed)" }
        var deletions: [String: Int] = [:]
        for (index, document) in documents.enumerated() where isDeletion(document) { deletions[key(document)] = index }
        if deletions.isEmpty { return documents }
        return documents.enumerated().filter { index, document in
            guard document.isValid, let deletion = deletions[key(document)] else { return true }
            let hasIdentifier = document.name != nil || !document.identity.hasPrefix(NightscoutDocument.instantMark)
            return !hasIdentifier && deletion < index
        }.map(\.element)
    }

    /// The maximum number of documents of one time and type that are compared.
    private static let comparedDocuments = 32

    /// Returns the documents, without the earlier versions of documents that another sender sent later.
    private static func latest(_ documents: [NightscoutDocument]) -> [NightscoutDocument] {
        var later: [String: [NightscoutDocument]] = [:]
        var kept: [NightscoutDocument] = []
        for document in documents.reversed() {
            let key = document.collection.rawValue + document.identity
            let isInstant = document.name == nil && document.identity.hasPrefix(NightscoutDocument.instantMark)
            if isInstant, document.fault == nil {
                if later[key]?.contains(where: { $0.sender != document.sender && $0.isVersion(of: document) }) == true {
                    continue
                }
                if later[key, default: []].count < comparedDocuments { later[key, default: []].append(document) }
            }
            kept.append(document)
        }
        return kept.reversed()
    }

    /// Returns the documents of a response of version 3, or the object itself if it is none.
    private static func results(_ object: PushJSON) -> [PushJSON] {
        guard let result = object["result"], object["status"]?.number != nil, object.entries.count == 2 else {
            return [object]
        }
        return result.isObject ? [result] : result.elements
    }

    /// Returns the collection of a document by its content; nil if it is unknown.
    private static func collection(of object: PushJSON) -> NightscoutCollection? {
        if object["eventType"] != nil { return .treatments }
        if object["sgv"] != nil || object["mbg"] != nil { return .entries }
        return object["bpm"] == nil ? nil : .activity
    }

    private static func objects(_ root: PushJSON) throws(FormatError) -> [PushJSON] {
        if root.isObject { return [root] }
        guard root.value.array != nil else { throw isNoPush }
        return root.elements
    }

    static var isNoPush: FormatError {
        FormatError(
            .notAPush, file: "Nightscout", message: "the push is neither an object nor an array",
            remedy: "send entries or treatments as Nightscout's interface describes them")
    }

    // MARK: Documents

    private static let identifierLengths = 1...200

    /// Returns an identifier of a document, if it is a text of a plausible length.
    private static func identifier(_ object: PushJSON, _ keys: String...) -> String? {
        keys.lazy.compactMap { object.text($0) }.first { identifierLengths.contains($0.utf8.count) }
    }

    /// Returns the documents of an object. As on a server of Nightscout, a meal some time after or before its bolus is a document of its own.
    static func documents(
        _ object: PushJSON, in collection: NightscoutCollection, now: Date
    ) -> [NightscoutDocument] {
        let object = plain(object)
        guard collection == .treatments, case .object(let entries) = object.value,
            !object.value.isLonger(than: mostBytes), let carbs = object.number("carbs"), carbs != 0,
            let minutes = object.number("preBolus"), minutes != 0,
            mealDelays.contains(minutes)
        else { return [document(object, in: collection, now: now)] }
        let rest = JSONValue.object(entries.filter { $0.key != "carbs" })
        let bolus = document(PushJSON(rest, place: object.place, index: object.index), in: collection, now: now)
        guard bolus.fault == nil, case .object(let all) = bolus.json else { return [bolus] }
        let kept: Set = ["eventType", "enteredBy", "notes", "utcOffset", "isValid"]
        let meal = JSONValue.object(
            [("created_at", .string(NightscoutDate.text(bolus.date + minutes * 60))), ("carbs", .double(carbs))]
                + all.filter { kept.contains($0.key) })
        var second = document(PushJSON(meal, place: object.place, index: object.index), in: collection, now: now)
        // The meal of a bolus with an identifier follows the versions of the bolus.
        if bolus.name != nil || !bolus.identity.hasPrefix(NightscoutDocument.instantMark) {
            second.identity = "preBolus:" + bolus.seed
        }
        return [bolus, second]
    }

    /// The keys of objects that state the type of a value, as exports of MongoDB write them.
    private static let typeKeys: Set = [
        "$oid", "$date", "$numberInt", "$numberLong", "$numberDouble", "$numberDecimal",
    ]

    /// Returns an object with each key once, whose values are not wrapped in objects that state their types.
    private static func plain(_ object: PushJSON) -> PushJSON {
        var value = object.value.withoutRepeatedKeys
        if case .object(let entries) = value, entries.contains(where: { unwrapped($0.value) != nil }) {
            value = .object(entries.map { ($0.key, unwrapped($0.value) ?? $0.value) })
        }
        return PushJSON(value, place: object.place, index: object.index)
    }

    /// Returns the value in an object that states its type; nil for other values.
    private static func unwrapped(_ value: JSONValue) -> JSONValue? {
        guard case .object(let entries) = value, entries.count == 1, let (key, inner) = entries.first,
            typeKeys.contains(key)
        else { return nil }
        if let inner = unwrapped(inner) { return inner }
        guard key.hasPrefix("$number"), let text = inner.string, let number = parseDouble(text) else {
            return inner
        }
        // checked: reads text
        return Int(text).map(JSONValue.integer) ?? .double(number)
    }

    /// The possible minutes from a bolus to its meal.
    static let mealDelays = -1440.0...1440.0
    private static let mostBytes = NightscoutDocument.maximumBytes

    /// The names whose texts are compared, and become names of sources and types.
    private static let names = ["enteredBy", "device", "eventType", "type", "app"]

    /// Returns why an object is no document, regardless of its content.
    static func fault(of object: PushJSON) -> String? {
        if !object.isObject { return "it is not an object" }
        // Escapes and commas make the text of a value less than eight times as long as its lower bound.
        if object.value.isLonger(than: mostBytes / 8),
            object.value.isLonger(than: mostBytes) || object.value.bytes.count > mostBytes
        {
            return "the document is longer than \(mostBytes) bytes"
        }
        if let fault = object.value.fault { return fault.reason }
        let long = names.first { (object.text($0)?.utf8.count ?? 0) > TextLimit.name }
        return long.map { "\($0) is longer than \(TextLimit.name) bytes" }
    }

    static func document(
        _ object: PushJSON, in collection: NightscoutCollection, now: Date
    ) -> NightscoutDocument {
        if let fault = fault(of: object) {
            return NightscoutDocument(
                collection, .object([]), name: nil, identity: "", date: 0, kind: "", isValid: true,
                place: object.pointer, fault: fault)
        }
        let kind = kind(object, in: collection)
        var date = date(of: object, in: collection)
        // As on a server of Nightscout, a treatment without a date is one of now.
        let isUndated =
            date == nil && !hasUnknownDate(object, in: collection)
            && (!hasValues(object, in: collection) || collection == .treatments && !hasDate(object))
        if isUndated {
            date = NightscoutDate(seconds: Double(NightscoutDate.milliseconds(now.timeIntervalSince1970)) / 1000)
        }
        var fault = date == nil ? "it has no valid date" : nil
        if collection == .treatments, hasUnknownTime(object), hasValues(object, in: collection) {
            (date, fault) = (nil, "eventTime is not a date with a time of day")
        }
        if fault == nil, let date, date.seconds > PushBuilder.latest(now), hasValues(object, in: collection) {
            fault = lateFault
        }
        var json = object.value
        var faulty: [String] = []
        if let date, case .object(let entries) = json {
            let (plain, wrong) = NightscoutNumber.entries(entries, in: collection)
            faulty = wrong
            json = .object(
                normalized(plain, in: collection, date, offset: offset(of: object, in: collection), now: now))
        }
        // Readers select entries by their type, which some uploaders do not send.
        if collection == .entries, !object.has("type"), case .object(let entries) = json {
            json = .object(entries + [("type", .string(kind))])
        }
        let sender = object.text("enteredBy") ?? object.text("device") ?? ""
        let instant = "\(((date?.seconds ?? 0) * 1000).rounded())"
        // The carbohydrates into which Trio divides a meal have one identifier. A date that the sender does not state identifies nothing.
        let id =
            isUndated
            ? NightscoutDocument.name(from: [object.value.text])
            : collection == .treatments ? object.text("id") ?? "" : ""
        // Files have no connection whose uploaders would be one, and each document of them keeps its UUIDs.
        let seed = NightscoutDocument.instantIdentity(instant, kind: kind, sender: sender, id: id)
        let identity =
            identifier(object, "identifier", "uuid", "syncIdentifier")
            ?? (isUndated && collection == .food ? "content:" + id : nil)
            ?? (collection.mergesSenders
                ? NightscoutDocument.instantIdentity(instant, kind: kind, sender: nil, id: id) : seed)
        let isDeleted: Bool = if case .bool(false)? = object.value(of: "isValid") { true } else { false }
        var document = NightscoutDocument(
            collection, json, name: identifier(object, "_id"), identity: identity, date: date?.seconds ?? 0,
            kind: pumpEvent(object, in: collection) ?? kind, isValid: !isDeleted, place: object.pointer, fault: fault)
        document.unnamedSeed = seed
        document.faultyNumbers = faulty
        return document
    }

    /// Why a document with health data of the future cannot be kept.
    private static let lateFault = "its date is more than a day in the future"

    /// Returns the entries of an object with the dates that a server of Nightscout gives them: in UTC, with the offset.
    private static func normalized(
        _ entries: [(key: String, value: JSONValue)], in collection: NightscoutCollection, _ date: NightscoutDate,
        offset: @autoclosure () -> Int?, now: Date
    ) -> [(key: String, value: JSONValue)] {
        var entries = entries
        func set(_ key: String, _ value: JSONValue, addsKey: Bool = true) {
            if let index = entries.firstIndex(where: { $0.key == key }) {
                entries[index].value = value
            } else if addsKey {
                entries.append((key, value))
            }
        }
        switch collection {
        case .entries:
            set("date", .integer(date.milliseconds))
            set("dateString", .string(date.text), addsKey: false)
            set("sysTime", .string(date.text))
        case .profile, .settings:
            let created = entries.first { $0.key == "created_at" }.flatMap { NightscoutDate($0.value) }
            set("created_at", .string(created?.text ?? NightscoutDate.text(now.timeIntervalSince1970)))
            return entries
        case .treatments, .activity, .deviceStatus, .food:
            set("created_at", .string(date.text))
            entries.removeAll { $0.key == "eventTime" }
        }
        if collection == .treatments {
            let isAnnouncement = entries.contains { $0.key == "eventType" && $0.value.string == "Announcement" }
            if isAnnouncement { set("isAnnouncement", .bool(true)) }
        }
        let known = entries.first { $0.key == "utcOffset" }
        if case .number? = known?.value { return entries }
        set("utcOffset", .integer(offset() ?? 0))
        return entries
    }

    /// Returns whether a document states health data.
    private static func hasValues(_ object: PushJSON, in collection: NightscoutCollection) -> Bool {
        collection.hasSamples
            && NightscoutPart.allCases.contains { part in part.keys.contains(where: object.has) }
    }

    private static func kind(_ object: PushJSON, in collection: NightscoutCollection) -> String {
        switch collection {
        case .entries: object.text("type") ?? (!object.has("sgv") && object.has("mbg") ? "mbg" : "sgv")
        case .treatments: object.text("eventType") ?? ""
        case .activity: object.text("type") ?? ""
        case .profile: object.text("defaultProfile") ?? ""
        case .deviceStatus, .food, .settings: ""
        }
    }

    private static let usualDateKeys = [
        "eventTime", "created_at", "date", "mills", "timestamp", "timeStamp", "dateString", "sysTime",
    ]

    private static func hasDate(_ object: PushJSON) -> Bool { usualDateKeys.contains(where: object.has) }

    /// Returns whether a document has a text that is no date instead of one. It is not a document of now.
    private static func hasUnknownDate(_ object: PushJSON, in collection: NightscoutCollection) -> Bool {
        dateKeys(of: collection).contains { key in
            guard let text = object.text(key) else { return false }
            return NightscoutDate(.string(text)) == nil
        }
    }

    /// Returns whether a treatment states a time that is not a date, such as `14:05`.
    ///
    /// The date of such a treatment is unknown: its other dates are the dates of the upload. A server of Nightscout fails with it.
    private static func hasUnknownTime(_ object: PushJSON) -> Bool {
        guard let time = object["eventTime"], time.value.string != "" else { return false }
        guard let date = NightscoutDate(time.value) else { return true }
        return !date.isPossible && date.seconds != 0
    }

    private static let entryDateKeys = ["date", "mills", "dateString", "sysTime", "created_at", "timestamp"]
    private static let profileDateKeys = ["startDate", "created_at", "date", "mills"]

    private static func dateKeys(of collection: NightscoutCollection) -> [String] {
        switch collection {
        case .entries: entryDateKeys
        case .profile: profileDateKeys
        default: usualDateKeys
        }
    }

    /// Returns the date of a document: the first of its dates that is possible.
    private static func date(of object: PushJSON, in collection: NightscoutCollection) -> NightscoutDate? {
        for key in dateKeys(of: collection) {
            if let value = object.value(of: key), let date = NightscoutDate(value), date.isPossible { return date }
        }
        return nil
    }

    /// Returns the offset from UTC of the first date of a document that states one, in minutes.
    private static func offset(of object: PushJSON, in collection: NightscoutCollection) -> Int? {
        for key in dateKeys(of: collection) {
            if let value = object.value(of: key), let offset = NightscoutDate(value)?.offset { return offset }
        }
        return nil
    }
}
