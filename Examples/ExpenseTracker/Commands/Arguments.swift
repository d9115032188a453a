// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The options and the other words of a command line.
struct Arguments {
    /// The words that belong to no option, in order.
    private(set) var words: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// The options with a value, and those without one.
    private static let valued: Set = ["--amount", "--title", "--category", "--date"]
    private static let alone: Set = ["--income", "--outcome"]

    init(_ all: [String]) throws {
        var rest = all[...]
        while let word = rest.popFirst() {
            if Self.alone.contains(word) {
                flags.insert(word)
            } else if Self.valued.contains(word) {
                guard let value = rest.popFirst() else { throw ExpenseError.usage("\(word) needs a value") }
                values[word] = value
            } else if word == "--" {
                // The words after `--` are text, even if they look like options.
                words += rest
                return
            } else if word.hasPrefix("--") {
                throw ExpenseError.usage("there is no option \"\(word)\"")
            } else {
                words.append(word)
            }
        }
        if flags == Self.alone { throw ExpenseError.usage("choose --income or --outcome") }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    func value(_ option: String) -> String? { values[option] }
}
