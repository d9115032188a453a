// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A token of a predicate format.
enum PredicateFormatToken: Equatable {
    case word(String)
    case number(Double)
    case text(String)
    /// A key path argument with its index.
    case key(Int)
    /// A value argument with its index; the sign is `@`, `d` for integers or `f` for other numbers.
    case argument(Character, Int)
    case sign(String)
    case end

    /// A description of the token, without values.
    var description: String {
        switch self {
        case .word(let word): "the word \(word)"
        case .number: "a number"
        case .text: "a text in quotes"
        case .key: "%K"
        case .argument(let sign, _): "%\(sign)"
        case .sign(let sign): "the sign \(sign)"
        case .end: "the end"
        }
    }

    /// Returns whether the token is a word, ignoring case.
    func isWord(_ word: String) -> Bool {
        if case .word(let mine) = self { mine.uppercased() == word } else { false }
    }
}

/// A tokenizer of predicate formats.
struct PredicateFormatLexer {
    private let format: String
    private let characters: [Character]
    private var place = 0
    private var arguments = 0

    init(_ format: String) {
        self.format = format
        characters = Array(format)
    }

    /// Returns all tokens with their positions, counted from 1; the last token is the end.
    static func tokens(of format: String) throws(HKPredicateFormatError) -> [(
        token: PredicateFormatToken, position: Int
    )] {
        var lexer = PredicateFormatLexer(format)
        var result: [(token: PredicateFormatToken, position: Int)] = []
        repeat {
            lexer.skipSpace()
            let position = lexer.place + 1
            guard result.count < PredicateLimits.tokens else {
                throw HKPredicateFormatError(
                    format, position, "a predicate can have at most \(PredicateLimits.tokens) words, values and signs",
                    isNeutral: true)
            }
            result.append((try lexer.next(), position))
        } while result.last?.token != .end
        return result
    }

    private mutating func skipSpace() {
        while place < characters.count, characters[place].isWhitespace { place += 1 }
    }

    private func error(_ message: String) -> HKPredicateFormatError {
        HKPredicateFormatError(format, place + 1, message)
    }

    private mutating func next() throws(HKPredicateFormatError) -> PredicateFormatToken {
        guard place < characters.count else { return .end }
        let character = characters[place]
        if character == "%" { return try placeholder() }
        if character == "\"" || character == "'" { return try text(character) }
        if character.isASCII && character.isNumber { return try number() }
        if character.isLetter || character == "_" || character == "#" { return word() }
        return try sign()
    }

    private mutating func word() -> PredicateFormatToken {
        if characters[place] == "#" { place += 1 }
        let start = place
        while place < characters.count,
            characters[place].isLetter || characters[place].isNumber || characters[place] == "_"
        {
            place += 1
        }
        return .word(String(characters[start..<place]))
    }

    private mutating func number() throws(HKPredicateFormatError) -> PredicateFormatToken {
        let start = place
        while place < characters.count {
            let character = characters[place]
            let isAfterExponent = place > start && "eE".contains(characters[place - 1])
            guard character.isNumber || ".eE".contains(character) || (isAfterExponent && "+-".contains(character))
            else {
                break
            }
            place += 1
        }
        guard let number = Double(String(characters[start..<place])) else {
            place = start
            throw error("expected a number such as 12 or 0.5")
        }
        return .number(number)
    }

    private mutating func text(_ quote: Character) throws(HKPredicateFormatError) -> PredicateFormatToken {
        let start = place
        var result = ""
        place += 1
        while place < characters.count, characters[place] != quote {
            if characters[place] == "\\", place + 1 < characters.count {
                place += 1
                switch characters[place] {
                case "n": result += "\n"
                case "t": result += "\t"
                case "r": result += "\r"
                case "\\", "\"", "'": result.append(characters[place])
                // Other escape sequences remain unchanged, so that patterns do not need double backslashes.
                default: result += "\\\(characters[place])"
                }
            } else {
                result.append(characters[place])
            }
            place += 1
        }
        guard place < characters.count else {
            place = start
            throw error("the text that begins here does not end; expected another \(quote)")
        }
        place += 1
        return .text(result)
    }

    private mutating func placeholder() throws(HKPredicateFormatError) -> PredicateFormatToken {
        let start = place
        place += 1
        while place < characters.count, "lhqz.".contains(characters[place]) || characters[place].isNumber { place += 1 }
        let letter = place < characters.count ? characters[place] : " "
        let number = arguments
        switch letter {
        case "K", "@", "d", "D", "i", "u", "U", "x", "X", "o", "O", "f", "F", "g", "G", "e", "E":
            place += 1
            arguments += 1
        case "%":
            place = start
            throw error("a percent sign can only be used in quotes, where it is written once")
        default:
            place = start
            throw error("expected a place for an argument: %K, %@, %d, %ld, %lld, %u, %lu, %i, %f, %lf or %g")
        }
        return switch letter {
        case "K": .key(number)
        case "@": .argument("@", number)
        case "f", "F", "g", "G", "e", "E": .argument("f", number)
        default: .argument("d", number)
        }
    }

    private static let signs = [
        "==", "=<", "=>", "!=", "<>", "<=", ">=", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]", ",",
        ".",
        "-",
    ]

    private mutating func sign() throws(HKPredicateFormatError) -> PredicateFormatToken {
        let rest = characters[place...].prefix(2)
        guard let sign = Self.signs.first(where: { rest.starts(with: $0) }) else {
            let character = characters[place]
            throw switch character {
            case "+", "*", "/": error("predicates for health data do not calculate; calculate the value first")
            case "$": error("variables are not supported; write the value as an argument")
            case "@": error("functions of lists are not supported; expected a key path")
            default: error("the character \(character) has no meaning here")
            }
        }
        place += sign.count
        return .sign(sign)
    }
}
