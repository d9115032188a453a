// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The numbers of documents, which some uploaders send as texts.
enum NightscoutNumber {
    /// The keys of treatments whose values are numbers.
    private static let treatmentKeys: Set = [
        "glucose", "targetTop", "targetBottom", "carbs", "protein", "fat", "insulin", "duration", "percent", "absolute",
        "rate", "relative", "preBolus", "amount", "enteredinsulin", "splitNow", "splitExt", "durationInMilliseconds",
        "endmills",
    ]

    /// The keys that describe a glucose, which a server of Nightscout removes together with it.
    private static let glucoseKeys: Set = ["glucoseType", "units"]

    /// The keys of entries that no sample is read from, whose values clients decode as numbers.
    private static let otherKeys: Set = [
        "noise", "filtered", "unfiltered", "rssi", "delta", "slope", "intercept", "scale",
    ]

    private static let entryKeys: Set<String> = otherKeys.union(["sgv", "mbg"])
    private static let activityKeys: Set = ["bpm"]

    private static func keys(of collection: NightscoutCollection) -> Set<String> {
        switch collection {
        case .treatments: treatmentKeys
        case .entries: entryKeys
        case .activity: activityKeys
        case .profile, .deviceStatus, .food, .settings: []
        }
    }

    /// Returns the entries of a document as a server of Nightscout keeps them, since its clients decode numbers only: numbers that are sent as
    /// texts are numbers, and what is no number is left out. The other numbers of entries, such as the noise, can be texts.
    /// - Returns: The entries, and the keys of those that are left out although they have a value.
    static func entries(
        _ entries: [(key: String, value: JSONValue)], in collection: NightscoutCollection
    ) -> (entries: [(key: String, value: JSONValue)], faulty: [String]) {
        let keys = keys(of: collection)
        guard !keys.isEmpty, entries.contains(where: { keys.contains($0.key) && !isFinite($0.value) }) else {
            return (entries, [])
        }
        var faulty: [String] = []
        var plain = entries.compactMap { entry -> (key: String, value: JSONValue)? in
            guard keys.contains(entry.key), !isFinite(entry.value) else { return entry }
            if isEmpty(entry.value) { return nil }
            if case .string(let text) = entry.value, let number = number(text) { return (entry.key, number) }
            if collection == .entries, otherKeys.contains(entry.key) { return entry }
            faulty.append(entry.key)
            return nil
        }
        if faulty.contains("glucose") { plain.removeAll { glucoseKeys.contains($0.key) } }
        return (plain, faulty)
    }

    private static func isFinite(_ value: JSONValue) -> Bool {
        if case .number = value { value.double?.isFinite == true } else { false }
    }

    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .string(let text): text.allSatisfy(\.isWhitespace)
        default: false
        }
    }

    /// The bases of whole numbers by the beginning of the text.
    private static let bases = ["0x": 16, "0o": 8, "0b": 2]

    /// Returns the number that JavaScript reads from a text; nil if it is none, or not finite. The decimal point is a dot, with no other separators.
    private static func number(_ text: String) -> JSONValue? {
        guard text.canBeKnown else { return nil }
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let base = bases[plain.prefix(2).lowercased()] {
            let digits = plain.dropFirst(2)
            guard digits.allSatisfy(\.isHexDigit), let number = Int(digits, radix: base) else { return nil }
            return .integer(number)
        }
        guard let number = parseDouble(plain), number.isFinite else { return nil }
        if case .number(let written)? = JSONValue(plain) { return .number(written) }
        return .double(number)
    }
}
