// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A scanner for the declarations that a source file marks as unavailable.
///
/// It recognises the keywords that open a type, braces, and the head of a declaration. It skips comments and the contents of string
/// literals.
struct UnavailableScanner {
    private struct Token {
        let text: String
        let range: Range<Int>
    }

    private let text: [UInt8]
    private let tokens: [Token]
    private var index = 0
    /// The type that each open brace opens; nil for other braces.
    private var scopes: [String?] = []
    private var found: [UnavailableDeclaration] = []

    static func declarations(in file: SourceFile) -> [UnavailableDeclaration] {
        guard file.text.contains("unavailable") else { return [] }
        var scanner = UnavailableScanner(text: file.text)
        scanner.scan()
        return scanner.found
    }

    private init(text: String) {
        self.text = Array(text.utf8)
        tokens = Self.tokens(Array(CodeText.blanked(text).utf8))
    }

    private mutating func scan() {
        var opening: String?
        var reason: String?
        while index < tokens.count {
            let word = tokens[index].text
            switch word {
            case "{":
                scopes.append(opening)
                opening = nil
            case "}":
                _ = scopes.popLast()
            case "@":
                if let message = unavailableMessage() { reason = message }
                continue
            case _ where Self.types.contains(word) && isTypeHead:
                index += 1
                opening = typeName()
                if let message = reason, word != "extension" {
                    add(opening ?? "", message)
                    reason = nil
                }
                continue
            case _ where Self.members.contains(word) && reason != nil:
                addMember(word, reason ?? "")
                reason = nil
                continue
            default:
                break
            }
            index += 1
        }
    }

    // MARK: Heads of declarations

    /// Whether the word begins a type, and is not the modifier of a member (`class func`) or a member's name.
    private var isTypeHead: Bool {
        let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
        let before = index > 0 ? tokens[index - 1].text : ""
        return next.first.map { $0.isLetter || $0 == "_" } == true && !["func", "var", "let"].contains(next)
            && ![".", ":"].contains(before)
    }

    private mutating func typeName() -> String {
        var name = ""
        while index < tokens.count, tokens[index].text == "." || tokens[index].text.first?.isLetter == true {
            let isDot = tokens[index].text == "."
            if !isDot, !name.isEmpty, !name.hasSuffix(".") { break }
            name += tokens[index].text
            index += 1
        }
        return name
    }

    private mutating func addMember(_ keyword: String, _ reason: String) {
        index += 1
        var name = keyword
        if keyword != "init" {
            name = index < tokens.count ? tokens[index].text.filter { $0 != "`" } : ""
            index += 1
        }
        guard ["func", "init"].contains(keyword) else { return add(name, reason) }
        while index < tokens.count, tokens[index].text != "(" { index += 1 }
        let parameters = parameterList()
        add(name + "(" + parameters.map { $0.label + ":" }.joined() + ")", reason, parameters.first?.type ?? "")
    }

    private mutating func parameterList() -> [(label: String, type: String)] {
        var parts: [[Token]] = [[]]
        var depth = 0
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            if ["(", "[", "<"].contains(token.text) { depth += 1 }
            if [")", "]", ">"].contains(token.text) { depth -= 1 }
            if depth == 0 { break }
            if depth == 1, token.text == "," {
                parts.append([])
            } else if depth > 1 || token.text != "(" {
                parts[parts.count - 1].append(token)
            }
        }
        return parts.filter { !$0.isEmpty }.map { part in
            let head = part.prefix { $0.text != ":" }
            let type = part.dropFirst(head.count + 1).prefix { $0.text != "=" }
            return (head.first?.text ?? "", type.map(\.text).joined())
        }
    }

    private mutating func add(_ name: String, _ reason: String, _ parameter: String = "") {
        let path = scopes.compactMap { $0 } + [name]
        found.append(
            UnavailableDeclaration(path: path.joined(separator: "."), parameter: parameter, reason: reason))
    }

    // MARK: Attributes

    /// Reads an attribute, and returns the message if it makes a declaration unavailable.
    private mutating func unavailableMessage() -> String? {
        index += 1
        guard index + 1 < tokens.count, tokens[index].text == "available", tokens[index + 1].text == "(" else {
            return nil
        }
        let start = tokens[index + 1].range.upperBound
        while index < tokens.count, tokens[index].text != ")" { index += 1 }
        guard index < tokens.count else { return nil }
        let content = String(decoding: text[start..<tokens[index].range.lowerBound], as: UTF8.self)
        index += 1
        let message = content.split(separator: "message:", maxSplits: 1)
        guard message.first?.contains("unavailable") == true else { return nil }
        // The message is a literal of one line or of several; its quotation marks and line breaks are not needed.
        var words = (message.dropFirst().first ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        while let first = words.first, "\" ".contains(first) { words.removeFirst() }
        while let last = words.last, "\" ,".contains(last) { words.removeLast() }
        return String(words)
    }

    // MARK: Words

    private static let types: Set<String> = ["class", "struct", "enum", "protocol", "extension", "actor"]
    private static let members: Set<String> = ["func", "var", "let", "init", "case", "typealias"]

    /// Returns words and single signs, with their places in the text. Blanks and the inside of literals are left out.
    private static func tokens(_ code: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        func isWord(_ byte: UInt8) -> Bool {
            let scalar = UnicodeScalar(byte)
            return scalar.properties.isAlphabetic || (48...57).contains(byte) || byte == 95 || byte == 96 || byte > 127
        }
        while index < code.count {
            let start = index
            index += 1
            if isWord(code[start]) {
                while index < code.count, isWord(code[index]) { index += 1 }
            } else if code[start] <= 32 {
                continue
            } else if code[start] == 45, index < code.count, code[index] == 62 {
                // An arrow is one sign, or its head would look like the end of type arguments.
                index += 1
            }
            tokens.append(Token(text: String(decoding: code[start..<index], as: UTF8.self), range: start..<index))
        }
        return tokens
    }
}

/// A declaration that sources mark `@available(*, unavailable)`.
struct UnavailableDeclaration: Equatable {
    /// The name with its argument labels and the names of the types around it.
    let path: String
    /// The type of the first parameter without spaces; empty if there is no parameter.
    let parameter: String
    /// The message of the attribute; empty if it has none.
    let reason: String
}
