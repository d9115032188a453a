// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A collection of documents in Nightscout's interface.
package enum NightscoutCollection: String, Sendable, CaseIterable {
    case entries, treatments, profile, activity, food, settings
    case deviceStatus = "devicestatus"

    /// The number of documents that are kept of an app, the newest ones. Samples of older documents are kept.
    package var keptDocuments: Int {
        switch self {
        case .entries, .treatments, .activity: 100_000
        case .food: 10_000
        case .deviceStatus, .settings: 1000
        case .profile: 100
        }
    }

    /// Whether documents of the collection can have samples. Those of foods describe what could be eaten.
    package var hasSamples: Bool { self == .entries || self == .treatments || self == .activity }
}

/// A part of a document that is a sample.
package enum NightscoutPart: String, Sendable, CaseIterable {
    case glucose, insulin, extended, longActing, resumed, resumedAgain, resumedLater, carbs, protein, fat, heartRate

    /// The parts of a temporary basal rate: what is delivered until the pump stops, and each time it has started again. The last one has all that
    /// follows.
    package static let deliveries: [NightscoutPart] = [.insulin, .resumed, .resumedAgain, .resumedLater]

    /// Returns the parts whose values are removed from a document when their samples are deleted. The values of a temporary basal rate are
    /// kept as long as one of its samples is left.
    package static func withoutValue(
        _ removed: some Sequence<NightscoutPart>, left: some Sequence<NightscoutPart>
    ) -> [NightscoutPart] {
        let hasDelivery = left.contains { deliveries.contains($0) }
        return removed.filter { !hasDelivery || !deliveries.contains($0) }
    }

    /// The type of the sample.
    package var type: HKQuantityTypeIdentifier {
        switch self {
        case .glucose: .bloodGlucose
        case .insulin, .extended, .longActing, .resumed, .resumedAgain, .resumedLater: .insulinDelivery
        case .carbs: .dietaryCarbohydrates
        case .protein: .dietaryProtein
        case .fat: .dietaryFatTotal
        case .heartRate: .heartRate
        }
    }

    /// The keys of a document that state the value of the part.
    package var keys: Set<String> {
        switch self {
        case .glucose:
            [
                "glucose", "glucoseType", "units", "sgv", "mbg", "filtered", "unfiltered", "delta", "boluscalc",
                "bolusCalculatorResult",
            ]
        case .insulin:
            [
                "insulin", "amount", "rate", "absolute", "percent", "relative", "enteredinsulin", "insulinInjections",
                "bolus", "boluscalc", "bolusCalculatorResult", "extendedEmulated",
            ]
        case .extended: ["relative", "enteredinsulin", "splitNow", "splitExt"]
        case .longActing: ["insulin", "insulinInjections"]
        case .resumed, .resumedAgain, .resumedLater: ["rate", "absolute", "percent"]
        case .carbs: ["carbs", "boluscalc", "bolusCalculatorResult"]
        case .protein: ["protein"]
        case .fat: ["fat"]
        case .heartRate: ["bpm"]
        }
    }
}

/// A document of Nightscout's interface, as an app sent it.
package struct NightscoutDocument: Sendable {
    /// The collection.
    package var collection: NightscoutCollection
    /// The object as sent, with its identifier under `_id`.
    package var json: JSONValue
    /// The identifier, the value of `_id`; nil until one is assigned.
    package var name: String?
    /// The text by which later versions of the document are recognised: an identifier that the sender chose, or ``instantMark`` with the
    /// date and the kind. The sender is a part of it unless ``NightscoutCollection/mergesSenders``.
    package var identity: String
    /// The text from which the UUIDs of samples are derived if the document gets no ``name``, as in files; nil for the identity.
    package var unnamedSeed: String?
    /// The date, in seconds since 1970.
    package var date: Double
    /// The value of `eventType` or `type`; empty if there is none. For all forms of stops and starts of a pump, ``suspension`` or ``resumption``.
    package var kind: String
    /// Whether the sender has not marked the document as deleted.
    package var isValid: Bool
    /// The JSON pointer of the document in the request; nil for a stored document.
    package var place: String?
    /// Why the document cannot be kept; nil if it can.
    package var fault: String?
    /// The keys whose values should be numbers and are not, so that they were left out; empty for a stored document.
    package var faultyNumbers: [String] = []
    /// The start of the temporary basal rate that follows, in seconds since 1970; nil for other documents, and if none follows.
    package var next: Double?
    /// The intervals in which the pump is stopped during a temporary basal rate, in seconds since 1970, in order; empty for other documents.
    package var suspensions: [Range<Double>] = []

    /// The beginning of an ``identity`` that contains no identifier that is unique by itself.
    package static let instantMark = "at:"
    /// The kind of documents with a temporary basal rate, each of which ends when the next one starts.
    package static let temporaryBasal = "Temp Basal"
    /// The kind of documents with a bolus of which a part is delivered over a time.
    package static let extendedBolus = "Combo Bolus"
    /// The maximum number of bytes of a document.
    package static let maximumBytes = 256 << 10

    package init(
        _ collection: NightscoutCollection, _ json: JSONValue, name: String?, identity: String, date: Double,
        kind: String, isValid: Bool, place: String? = nil, fault: String? = nil
    ) {
        self.collection = collection
        self.json = json
        self.name = name
        self.identity = identity
        self.date = date
        self.kind = kind
        self.isValid = isValid
        self.place = place
        self.fault = fault
    }

    /// Whether the document is a temporary basal rate.
    package var isTemporaryBasal: Bool { collection == .treatments && kind == Self.temporaryBasal }

    /// The text from which the UUIDs of samples are derived. It is the same for all versions of the document.
    package var seed: String {
        guard identity.hasPrefix(Self.instantMark) else { return identity }
        return name.map { "_id:" + $0 } ?? unnamedSeed ?? identity
    }

    /// Returns an identifier in the form of Nightscout's database, 24 hexadecimal digits, that is derived from facts.
    package static func name(from facts: [String]) -> String {
        var hash = ContentHash.empty
        for fact in facts { hash.combine(fact) }
        return String(unsafeUninitializedCapacity: 24) { bytes in
            for place in 0..<24 {
                let word = place < 16 ? hash.high : hash.low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - place % 16 * 4) & 15)
                bytes[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 24
        }
    }

    /// The object with ``name`` as its first entry, under `_id`.
    package var named: JSONValue {
        guard case .object(let entries) = json, let name else { return json }
        return .object([("_id", .string(name))] + entries.filter { $0.key != "_id" })
    }

    /// Removes the values of some parts.
    package mutating func remove(_ parts: some Sequence<NightscoutPart>) {
        let keys = parts.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        guard !keys.isEmpty, collection.hasSamples, case .object(let entries) = json else { return }
        json = .object(entries.filter { !keys.contains($0.key) })
    }

    /// The key under which a deleted document has the hash of its content. No client receives it.
    static let deletedContent = "openHealthDeletedContent"

    /// A hash of the object without `_id`.
    private var contentHash: JSONValue {
        guard case .object(let entries) = json else { return .null }
        var hash = ContentHash.empty
        hash.combine(JSONValue.object(entries.filter { $0.key != "_id" }).text)
        return .string("\(hash.low) \(hash.high)")
    }

    /// The document without its content, for clients that ask which documents were deleted, but with a hash of the content.
    package var deletedBySender: NightscoutDocument { deleted.deleted(after: self) }

    /// Returns the deleted document with the hash of the content of an earlier version.
    package func deleted(after earlier: NightscoutDocument) -> NightscoutDocument {
        let hash = earlier.isValid ? earlier.contentHash : earlier.json[Self.deletedContent]
        guard let hash, case .object(let entries) = json else { return self }
        var document = self
        document.json = .object(entries.filter { $0.key != Self.deletedContent } + [(Self.deletedContent, hash)])
        return document
    }

    /// Returns whether a document is a copy of this one from before its sender deleted it.
    ///
    /// Only a document with an identifier of its sender is: a person who enters a deleted treatment again gets another identifier, or none.
    /// One that states `isValid` is none: it corrects `isValid: false`.
    package func isDeleted(asCopy document: NightscoutDocument) -> Bool {
        guard !isValid, document.isValid, document.json["isValid"] == nil, let hash = json[Self.deletedContent],
            document.name != nil || !document.identity.hasPrefix(Self.instantMark)
        else { return false }
        return document.contentHash == hash
    }

    /// The document without its content, for clients that ask which documents were deleted.
    package var deleted: NightscoutDocument {
        var document = self
        document.isValid = false
        let kept: Set = [
            "identifier", "date", "created_at", "dateString", "utcOffset", "eventType", "type", "app", "device",
        ]
        if case .object(let entries) = json {
            document.json = .object(entries.filter { kept.contains($0.key) } + [("isValid", .bool(false))])
        }
        return document
    }
}

/// The samples of documents.
package struct NightscoutReading: Sendable {
    /// The samples, and what is refused.
    package var push: PushedBatch
    /// The UUIDs of the samples of each document, in the order of the documents.
    package var parts: [[NightscoutPart: UUID]]

    package init(push: PushedBatch, parts: [[NightscoutPart: UUID]]) {
        self.push = push
        self.parts = parts
    }
}

/// A reader of the samples of documents one after the other, which passes them on in batches; see ``PushSink``.
package protocol NightscoutSampleReader {
    /// Reads the samples of a document.
    /// - Returns: Their UUIDs.
    mutating func read(_ document: NightscoutDocument) -> [NightscoutPart: UUID]
    /// Returns the last batch.
    func end() -> PushedBatch
}

/// A selection of documents.
package struct NightscoutSelection: Sendable {
    /// The identifier of the only possible document; nil if there can be others.
    package var name: String?
    /// The dates that selected documents can have, in seconds since 1970.
    package var dates: ClosedRange<Double>
    /// Whether documents that are made from samples can be selected.
    package var includesSamples: Bool
    /// Returns whether a document is selected.
    package var matches: @Sendable (JSONValue) -> Bool

    package init(
        name: String? = nil, dates: ClosedRange<Double> = -.infinity...(.infinity), includesSamples: Bool = true,
        matches: @escaping @Sendable (JSONValue) -> Bool = { _ in true }
    ) {
        self.name = name
        self.dates = dates
        self.includesSamples = includesSamples
        self.matches = matches
    }
}
