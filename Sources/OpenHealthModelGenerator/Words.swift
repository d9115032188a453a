// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How names and values are written in Swift and in English.
enum Words {
    /// A string literal.
    static func literal(_ string: String) -> String {
        let escaped = string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// A string literal, or `nil` for an empty string.
    static func optional(_ string: String) -> String {
        string.isEmpty ? "nil" : literal(string)
    }

    /// The name as a declaration, in backticks where it is a keyword.
    static func declared(_ name: String) -> String {
        ["in", "default"].contains(name) ? "`\(name)`" : name
    }

    /// `stepCount` as "step count", `vo2Max` as "VO2 max".
    static func phrase(_ name: String) -> String {
        var words: [String] = []
        let letters = Array(name.replacing("METs", with: "METS"))
        for (index, letter) in letters.enumerated() {
            let previous = index > 0 ? letters[index - 1] : nil
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            // A new word begins at a capital after a small letter, and at the last capital of an acronym.
            let begins = previous.map { previous in
                letter.isUppercase && (!previous.isUppercase || next.map { $0.isLowercase } ?? false)
            }
            // So does a number after a word, but not the digit of "vo2".
            let isNumber = letter.isNumber && (previous?.isLowercase ?? false) && (words.last?.count ?? 0) > 3
            if isNumber || begins ?? true { words.append("") }
            words[words.count - 1].append(letter)
        }
        return words.map(word).joined(separator: " ")
    }

    /// The phrase at the head of a sentence.
    static func sentence(_ name: String) -> String {
        let phrase = phrase(name)
        return phrase.prefix(1).uppercased() + phrase.dropFirst()
    }

    /// "a" or "an", as the next word asks.
    static func article(_ phrase: String) -> String {
        phrase.first.map { "aeioAEIOF".contains($0) } ?? false ? "an" : "a"
    }

    private static func word(_ word: String) -> String {
        switch word.lowercased() {
        case "apple", "nike": word.prefix(1).uppercased() + word.dropFirst().lowercased()
        case "vo2", "uv", "ecg", "cda", "gad7", "phq9", "fhir", "udi", "uuid", "r4", "dstu", "covid", "ok":
            word.uppercased()
        case "a", "b", "o", "ab": word.count == word.filter(\.isUppercase).count ? word : word.uppercased()
        default: word.dropFirst().contains(where: \.isUppercase) || word.count == 1 ? word : word.lowercased()
        }
    }
}
