// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
        let apart = abs(left.count - right.count)
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
