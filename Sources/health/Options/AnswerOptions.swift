// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthModel

/// The form of the answer of a command that is no listing.
struct AnswerOptions: ParsableArguments {
    /// The forms.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// Lines for people.
        case text
        /// One JSON object on one line.
        case json
    }

    @Option(help: "The format of the answer: text, or one JSON object.")
    var format: Format = .text

    /// Whether the answer is for programs.
    var isJSON: Bool { format == .json }

    /// Prints the answer.
    /// - Parameters:
    ///   - object: the answer for programs.
    ///   - text: the lines for people; none where the text form prints nothing.
    func print(_ object: KeyValuePairs<String, JSONValue>, text: [String] = []) throws {
        let output = Output.standard()
        if isJSON {
            try output.line(JSONValue.object(object.map { ($0.key, $0.value) }).text)
        } else {
            for line in text { try output.line(line) }
        }
        try output.flush()
    }
}

extension JSONValue {
    /// Texts.
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
