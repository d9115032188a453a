// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The known types of health data.
public enum HealthTypes {
    /// All types by their current names, in the order of the vocabulary's table.
    public static let all: [HealthTypeDescription] = table.filter { !$0.isDeprecated }

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    private static let byText: [String: HealthTypeDescription] = {
        var byText: [String: HealthTypeDescription] = [:]
        for type in all {
            for name in [type.identifier, type.constantName, type.swiftName] { byText[key(name)] = type }
        }
        // A former name refers to the type that now has its identifier.
        for type in table where type.isDeprecated {
            for name in [type.constantName, type.swiftName] where byText[key(name)] == nil {
                byText[key(name)] = byIdentifier[type.identifier]
            }
        }
        return byText
    }()

    /// Returns the type with an identifier, spelled exactly, or `nil`.
    public static func named(_ identifier: String) -> HealthTypeDescription? {
        byIdentifier[identifier]
    }

    /// Returns the type that matches a name a person typed, or `nil`.
    /// - Parameter text: An identifier (`HKQuantityTypeIdentifierStepCount`), a short name (`stepCount`) or one in snake case
    ///   (`step_count`), in any case.
    public static func matching(_ text: String) -> HealthTypeDescription? {
        text.canBeKnown ? byText[key(text)] : nil
    }

    /// Returns a name in lowercase and without separators, for comparison.
    static func key(_ text: String) -> String {
        text.lowercased().filter { !"_- ".contains($0) }
    }
}

extension HealthTypes {
    /// The kinds whose samples consist of a type, dates, a source and at most one value.
    package static let plainKinds: Set<HealthTypeDescription.Kind> = [.quantity, .category]

    /// Returns the kind of a known type if it is not among the given kinds, or `nil` if it is among them or the type is
    /// unknown.
    package static func otherKind(
        _ identifier: String, than kinds: Set<HealthTypeDescription.Kind>
    ) -> HealthTypeDescription.Kind? {
        guard let kind = named(identifier)?.kind, !kinds.contains(kind) else { return nil }
        return kind
    }
}

extension HealthTypes {
    /// Returns whether the samples of a type are foods and drinks, which people record one by one, also several at one time.
    package static func isFood(_ identifier: String) -> Bool {
        identifier.hasPrefix("HKQuantityTypeIdentifierDietary")
            || identifier == HKQuantityTypeIdentifier.numberOfAlcoholicBeverages.rawValue
    }
}

extension HealthTypeDescription.Kind {
    /// The plural name of the kind, for messages.
    package var plural: String {
        switch self {
        case .quantity: "quantities"
        case .category: "categories"
        case .correlation: "correlations"
        case .characteristic: "characteristics of the person"
        case .workout: "workouts"
        case .series: "series"
        case .clinical: "clinical records"
        case .document: "documents"
        case .scoredAssessment: "questionnaires"
        case .electrocardiogram: "electrocardiograms"
        case .audiogram: "audiograms"
        case .visionPrescription: "vision prescriptions"
        case .stateOfMind: "states of mind"
        case .medicationDoseEvent: "doses of medicine"
        case .userAnnotatedMedication: "medications"
        case .activitySummary: "activity summaries"
        }
    }
}

extension HealthTypes {
    /// Returns the names most similar to a string that ``matching(_:)`` does not find, most similar first.
    /// - Parameters:
    ///   - text: The string that was typed.
    ///   - among: The names to choose from; if `nil`, the short names of all types.
    /// - Returns: At most three names; empty if none is similar.
    public static func suggestions(for text: String, among: [String]? = nil) -> [String] {
        let wanted = Array(bare(text).utf8)
        guard !wanted.isEmpty else { return [] }
        let limit = max(1, min(3, wanted.count / 3))
        let scored = (among ?? all.map(\.swiftName)).compactMap { name -> (name: String, distance: Int)? in
            let candidate = Array(bare(name).utf8)
            var distance = editDistance(wanted, candidate, limit: limit)
            if distance > limit, wanted.count >= 4, containsWord(wanted, of: name) { distance = limit }
            return distance <= limit ? (name, distance) : nil
        }
        let ranked = scored.sorted { ($0.distance, $0.name.count, $0.name) < ($1.distance, $1.name.count, $1.name) }
        return ranked.prefix(3).map(\.name)
    }

    /// Returns the distinguishing part of a name, without prefix and "identifier".
    private static func bare(_ text: String) -> String {
        let name = key(text)
        guard name.hasPrefix("hk"), let marker = name.end(ofLast: "identifier"), marker < name.endIndex else {
            return name
        }
        return String(name[marker...])
    }

    /// Returns whether a word of the name differs from the typed string by at most one letter ("steps" for `stepCount`).
    private static func containsWord(_ wanted: [UInt8], of name: String) -> Bool {
        var word = ""
        for letter in name + "_" {
            if letter.isUppercase || letter == "_" {
                if word.count >= 3, editDistance(wanted, Array(word.lowercased().utf8), limit: 1) <= 1 { return true }
                word = ""
            }
            word.append(letter)
        }
        return false
    }

    /// Returns the number of insertions, deletions, substitutions and transpositions of adjacent letters.
    ///
    /// If the lengths differ by more than `limit`, returns the difference of the lengths.
    static func editDistance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int {
        let apart = max(left.count, right.count) - min(left.count, right.count)
        if apart > limit { return apart }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(previous[column + 1] + 1, current[column] + 1)
                cost = min(cost, previous[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}

extension String {
    /// Returns the index after the last occurrence of a string.
    fileprivate func end(ofLast text: String) -> Index? {
        ranges(of: text).last?.upperBound
    }
}
