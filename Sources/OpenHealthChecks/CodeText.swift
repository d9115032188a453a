// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Swift source with only its code.
///
/// The checks search for words such as `import`; a comment or the text of a test's fixture must not look like code to them.
enum CodeText {
    /// Returns the text with comments and the inside of string literals replaced by spaces. Line breaks stay, so that line numbers
    /// do.
    static func blanked(_ text: String) -> String {
        var scanner = Scanner(input: Array(text.utf8))
        scanner.code(until: nil)
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private struct Scanner {
        let input: [UInt8]
        var output: [UInt8] = []
        var index = 0

        init(input: [UInt8]) {
            self.input = input
            output.reserveCapacity(input.count)
        }

        /// Reads code up to the parenthesis that closes an interpolation, or to the end if there is no interpolation.
        mutating func code(until closing: UInt8?) {
            var depth = 0
            while index < input.count {
                if starts("//") {
                    while index < input.count, input[index] != newline { blank() }
                } else if starts("/*") {
                    blockComment()
                } else if input[index] == quote || input[index] == hash, let hashes = hashesBeforeQuote() {
                    string(hashes: hashes)
                } else if closing != nil, input[index] == closing, depth == 0 {
                    return
                } else {
                    if input[index] == open { depth += 1 }
                    if input[index] == close { depth -= 1 }
                    copy()
                }
            }
        }

        private mutating func blockComment() {
            var depth = 0
            repeat {
                if starts("/*") {
                    depth += 1
                    blank(2)
                } else if starts("*/") {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && index < input.count
        }

        private mutating func string(hashes: Int) {
            copy(hashes)
            let isMultiline = starts(#"""""#)
            copy(isMultiline ? 3 : 1)
            let fence = String(repeating: "#", count: hashes)
            let end = (isMultiline ? #"""""# : "\"") + fence
            let (escape, interpolation) = ("\\" + fence, "\\" + fence + "(")
            while index < input.count {
                if starts(end) {
                    copy(end.utf8.count)
                    return
                }
                // A literal of one line that is still open at the line's end was not a literal: continue on the next line.
                if !isMultiline && input[index] == newline { return }
                if starts(interpolation) {
                    blank(2 + hashes)
                    code(until: close)
                } else if starts(escape) {
                    blank(2 + hashes)
                } else {
                    blank()
                }
            }
        }

        private func hashesBeforeQuote() -> Int? {
            let end = input[index...].firstIndex { $0 != hash } ?? input.endIndex
            return end < input.endIndex && input[end] == quote ? end - index : nil
        }

        private func starts(_ word: String) -> Bool {
            // Comparing the first byte alone decides nearly always, and is fast without optimisation.
            guard index < input.count, word.utf8.first == input[index] else { return false }
            return input[index...].starts(with: word.utf8)
        }

        private mutating func copy(_ count: Int = 1) {
            let end = min(index + count, input.count)
            output.append(contentsOf: input[index..<end])
            index = end
        }

        private mutating func blank(_ count: Int = 1) {
            for _ in 0..<count where index < input.count {
                output.append(input[index] == newline ? newline : space)
                index += 1
            }
        }
    }

    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let open = UInt8(ascii: "(")
    private static let close = UInt8(ascii: ")")
}

/// A search for the bytes of a word in a text.
///
/// `String.contains(_:)` compares characters, which takes most of the time of a check without optimisation.
enum ByteSearch {
    /// Returns whether a text contains a word, compared byte by byte.
    static func finds(_ word: String, in text: some StringProtocol) -> Bool {
        var word = word
        return word.withUTF8 { word in
            text.utf8.withContiguousStorageIfAvailable { text in
                guard let first = word.first, let sought = word.baseAddress else { return true }
                guard var start = UnsafeRawPointer(text.baseAddress) else { return false }
                let end = start + text.count
                while end - start >= word.count, let place = memchr(start, Int32(first), end - start) {
                    start = UnsafeRawPointer(place)
                    if end - start >= word.count, memcmp(start, sought, word.count) == 0 { return true }
                    start += 1
                }
                return false
            }
        } ?? text.contains(word)
    }
}
