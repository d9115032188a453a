// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthModel

/// The output format of commands other than listings.
struct AnswerOptions: ParsableArguments {
    /// The output formats.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// Lines of text for people.
        case text
        /// A JSON object on one line.
        case json
    }

    @Option(help: "The format of the answer: text, or one JSON object.")
    var format: Format = .text

    /// Whether the output is JSON.
    var isJSON: Bool { format == .json }

    /// Prints the output.
    /// - Parameters:
    ///   - object: The JSON object.
    ///   - text: The lines of the text format; empty if it prints nothing.
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
    /// Returns an array of strings.
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
