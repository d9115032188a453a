// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension NightscoutCollection {
    /// The collections of version 3 of the interface.
    package static let version3: [NightscoutCollection] = [
        .deviceStatus, .entries, .food, .profile, .settings, .treatments,
    ]
}

extension NightscoutDocument {
    /// The fields that the server of version 3 sets, under which clients may send what they have read.
    package static let serverFields: Set = ["srvModified", "srvCreated", "subject", "modifiedBy"]

    /// The identifier in version 3: that of the sender, or else the value of `_id`.
    package var identifier: String { json["identifier"]?.string ?? name ?? "" }

    /// Whether a client of version 3 created the document.
    package var isOfVersion3: Bool { json["srvCreated"] != nil }

    /// Whether the sender has locked the document.
    package var isReadOnly: Bool {
        ["isReadOnly", "readOnly", "readonly"].contains { if case .bool(true)? = json[$0] { true } else { false } }
    }

    /// Returns the document as version 3 answers it.
    /// - Parameter modified: The time of the last change, in milliseconds since 1970.
    package func version3(modified: Int64) -> JSONValue {
        guard case .object(let entries) = json else { return json }
        let set: Set = ["_id", "identifier", "srvModified", Self.deletedContent]
        var response = entries.filter { !set.contains($0.key) }
        func add(_ key: String, _ value: JSONValue) {
            if !response.contains(where: { $0.key == key }) { response.append((key, value)) }
        }
        response.append(("identifier", .string(identifier)))
        if let date = Int(exactly: (date * 1000).rounded()) { add("date", .integer(date)) }
        add("srvCreated", .number(String(modified)))
        add("srvModified", .number(String(modified)))
        return .object(response)
    }

    /// The values that distinguish treatments of one time and type.
    static let values = [
        "insulin", "carbs", "protein", "fat", "rate", "absolute", "percent", "amount", "glucose", "sgv", "mbg", "bpm",
        "enteredinsulin",
    ]

    /// Returns whether a document of the same time and type states the same.
    package func hasSameValues(as other: NightscoutDocument) -> Bool {
        Self.values.allSatisfy { (json[$0]?.double ?? 0) == (other.json[$0]?.double ?? 0) }
            && json["notes"]?.string ?? "" == other.json["notes"]?.string ?? ""
    }

    /// Returns whether two documents state different kinds of values, such as insulin and carbohydrates, so that neither is a version of the
    /// other.
    package func differsInKind(from other: NightscoutDocument) -> Bool {
        func kinds(_ document: NightscoutDocument) -> Set<String> {
            Set(Self.values.filter { (document.json[$0]?.double ?? 0) != 0 })
        }
        let (own, others) = (kinds(self), kinds(other))
        return !own.isEmpty && !others.isEmpty && own.isDisjoint(with: others)
    }

    /// Returns whether a document of the same time and type, which a client of version 1 sent, is the same without an identifier.
    package func canReplace(_ other: NightscoutDocument) -> Bool {
        guard other.json["identifier"] == nil, other.identity.hasPrefix(Self.instantMark) else { return false }
        if collection == .deviceStatus { return json["device"]?.string == other.json["device"]?.string }
        return !differsInKind(from: other)
    }

    /// The document with the fields of an earlier version that only clients of version 3 know.
    package func keepingVersion3(of earlier: NightscoutDocument) -> NightscoutDocument {
        guard earlier.isOfVersion3, !isOfVersion3, case .object(let entries) = json,
            case .object(let others) = earlier.json
        else { return self }
        let kept: Set = ["identifier", "srvCreated", "app", "utcOffset"]
        var document = self
        var facts = entries.filter { !kept.contains($0.key) && $0.key != "date" }
        facts += others.filter { kept.contains($0.key) }
        if let date = Int(exactly: (date * 1000).rounded()) { facts.append(("date", .integer(date))) }
        document.json = .object(facts)
        return document
    }
}
