// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Headers of a message or of a part of it, folded into short lines.
struct MailHeaders {
    /// The headers, with a line break after each.
    private(set) var text = ""

    /// The maximum length of a line if it can be folded: the limit for lines with encoded words.
    static let lineLimit = 76

    /// Adds a short header in plain ASCII.
    mutating func add(_ name: String, _ value: String) {
        text += "\(name): \(value)\r\n"
    }

    /// Adds a header with parameters, each on a separate line.
    mutating func add(_ name: String, _ value: String, parameters: [String]) {
        add(name, ([value] + parameters).joined(separator: ";\r\n "))
    }

    /// Adds a header with addresses, unless there are none.
    mutating func add(_ name: String, _ addresses: [MailAddress]) throws(MailDraftError) {
        if addresses.isEmpty { return }
        var words: [String] = []
        for (index, address) in addresses.enumerated() {
            let place = addresses.count == 1 ? name : "\(name), address \(index + 1)"
            let checked = try MailSyntax.checkedAddress(address.address, place)
            var phrase: [String] = []
            if let shown = address.name, !shown.isEmpty {
                phrase = MailWords.phrase(try MailSyntax.checkedText(shown, "\(place), name"), after: name.count + 2)
            }
            words += phrase
            words.append((phrase.isEmpty ? checked : "<\(checked)>") + (index == addresses.count - 1 ? "" : ","))
        }
        fold(name, words)
    }

    /// Adds a header with a string in any script.
    mutating func addText(_ name: String, _ value: String) throws(MailDraftError) {
        fold(name, MailWords.text(try MailSyntax.checkedText(value, name), after: name.count + 2))
    }

    /// Adds a header with words, separated by a space or a line break.
    private mutating func fold(_ name: String, _ words: [String]) {
        text += "\(name):"
        var column = name.count + 1
        for (index, word) in words.enumerated() {
            // A line that contains only spaces would not be part of the header.
            if index > 0, column + 1 + word.count > Self.lineLimit {
                text += "\r\n"
                column = 0
            }
            text += " \(word)"
            column += 1 + word.count
        }
        text += "\r\n"
    }
}
