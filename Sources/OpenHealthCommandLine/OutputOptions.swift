// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthModel

/// The output format of commands other than listings.
public struct OutputOptions: ParsableArguments, Sendable {
    /// The output formats.
    public enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// Lines of text for people.
        case text
        /// A JSON object on one line.
        case json
    }

    /// The output format.
    @Option(help: "The format of the answer: text, or one JSON object.")
    public var format: Format = .text

    /// Creates the options with their defaults.
    public init() {}

    /// Whether the output is JSON.
    package var isJSON: Bool { format == .json }

    /// Prints the output.
    /// - Parameters:
    ///   - object: The JSON object.
    ///   - text: The lines of the text format; empty if it prints nothing.
    package func print(_ object: KeyValuePairs<String, JSONValue>, text: [String] = []) throws {
        try print(object: object.map { ($0.key, $0.value) }, text: text)
    }

    /// Prints the output.
    /// - Parameters:
    ///   - values: The entries of the JSON object.
    ///   - text: The lines of the text format; empty if it prints nothing.
    /// - Throws: A ``ToolError`` if the output cannot be written.
    public func print(values: KeyValuePairs<String, Cell>, text: [String] = []) throws {
        try print(object: values.map { ($0.key, $0.value.json) }, text: text)
    }

    private func print(object: [(key: String, value: JSONValue)], text: [String]) throws {
        let output = Output.standard()
        if isJSON {
            try output.line(JSONValue.object(object).text)
        } else {
            for line in text { try output.line(line) }
        }
        try output.flush()
    }
}
