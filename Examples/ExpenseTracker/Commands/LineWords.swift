// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Splits a typed line into words at spaces, except between double quotes.
enum LineWords {
    static func split(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var hasWord = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
                hasWord = true
            } else if character.isWhitespace, !isQuoted {
                if hasWord { words.append(word) }
                word = ""
                hasWord = false
            } else {
                word.append(character)
                hasWord = true
            }
        }
        if hasWord { words.append(word) }
        return words
    }
}
