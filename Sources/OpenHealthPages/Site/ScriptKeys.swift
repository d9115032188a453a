// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The keys of strings that scripts use, as far as their text shows it.
struct ScriptKeys {
    /// The strings between quotes that can be keys.
    private(set) var whole: Set<String> = []
    /// The beginnings of template literals, to which scripts append values.
    private(set) var beginnings: Set<String> = []

    /// The ends of the keys of plural forms, which scripts leave out.
    private static let forms = ["zero", "one", "two", "few", "many", "other"]

    /// Finds the keys in the texts of scripts.
    init(_ scripts: some Sequence<String>) {
        for script in scripts { read(Array(script.utf8)) }
    }

    /// Returns the keys that a script may use.
    func used(of keys: Set<String>) -> Set<String> { keys.filter(use) }

    private func use(_ key: String) -> Bool {
        if whole.contains(key) || beginnings.contains(where: key.hasPrefix) { return true }
        guard let place = key.lastIndex(of: "_"), Self.forms.contains(String(key[key.index(after: place)...])) else {
            return false
        }
        return whole.contains(String(key[..<place]))
    }

    private mutating func read(_ text: [UInt8]) {
        let (quote, tick, dollar) = (UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "$"))
        var start: Int?
        for (place, byte) in text.enumerated() {
            if let first = start, place > first {
                let opening = text[first - 1]
                if byte == opening {
                    whole.insert(String(decoding: text[first..<place], as: UTF8.self))
                } else if opening == tick, byte == dollar {
                    let beginning = String(decoding: text[first..<place], as: UTF8.self)
                    if beginning.contains("_") { beginnings.insert(beginning) }
                }
            }
            if byte == quote || byte == tick {
                start = place + 1
            } else if !Self.isPart(byte) {
                start = nil
            }
        }
    }

    /// Returns whether a byte can be part of a key.
    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
