// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension NightscoutCollection {
    /// Whether documents without identifiers are versions of one document if they have the same date and type, but other senders. People give
    /// all of their uploaders one secret, and a server of Nightscout keeps one reading and one treatment of a time and type.
    package var mergesSenders: Bool { self == .entries || self == .treatments }
}

extension NightscoutDocument {
    /// The maximum number of characters of an identity that contains no identifier.
    private static let maximumInstantLength = 800

    /// Returns the identity of a document without an identifier.
    /// - Parameters:
    ///   - instant: The date in milliseconds since 1970, as text.
    ///   - sender: The sender; nil if documents of all senders are compared.
    ///   - id: The value of `id`, which is not unique.
    package static func instantIdentity(_ instant: String, kind: String, sender: String?, id: String) -> String {
        let facts = [instant, kind] + (sender.map { [$0] } ?? []) + [id]
        let text = facts.joined(separator: "|")
        return instantMark + (text.utf8.count > maximumInstantLength ? String(text.prefix(maximumInstantLength)) : text)
    }

    /// The name of the sender; empty if it is unknown.
    package var sender: String {
        ["enteredBy", "device"].lazy.compactMap { json[$0]?.string }.first { !$0.isEmpty } ?? ""
    }

    /// Returns whether the document is a version of one with the same ``identity``, which contains no identifier.
    ///
    /// Insulin and carbohydrates of two senders are two documents, because one of them would be lost otherwise. So are readings of two sensors,
    /// which have other values.
    package func isVersion(of other: NightscoutDocument) -> Bool {
        if isTemporaryBasal || sender == other.sender { return true }
        return collection == .entries ? hasSameValues(as: other) : !differsInKind(from: other)
    }

    /// The keys that change the samples of a document, in addition to its values.
    private static let detailKeys = NightscoutPart.allCases.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        .union([
            "duration", "durationInMilliseconds", "preBolus", "isBasalInsulin", "type", "direction", "temp", "notes",
        ])
    /// The keys that name the sender and the date, which each sender writes in its own way.
    private static let senderKeys: Set = [
        "_id", "enteredBy", "device", "app", "created_at", "timestamp", "timeStamp", "date", "dateString", "sysTime",
        "mills", "utcOffset",
    ]

    /// Returns whether the document of another sender states nothing that this one lacks. Of documents with values, only what changes their samples
    /// is compared.
    package func isRepeated(by other: NightscoutDocument) -> Bool {
        guard isValid, other.isValid, sender != other.sender, hasSameValues(as: other),
            case .object(let entries) = other.json
        else { return false }
        let hasValues = Self.values.contains { (json[$0]?.double ?? 0) != 0 }
        return entries.allSatisfy { key, new in
            guard hasValues ? Self.detailKeys.contains(key) : !Self.senderKeys.contains(key) else { return true }
            guard let own = json[key] else { return false }
            return own == new || own.double != nil && own.double == new.double
        }
    }
}
