// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A writer of metrics in Prometheus's text format 0.0.4.
struct ExpositionText {
    /// The kind of a metric.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// The media type.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Begins a metric; its samples follow.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        let escaped = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        text += "# HELP \(name) \(escaped)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a metric with a single sample.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        begin(name, kind, help)
        sample(name, value)
    }

    /// Adds a metric with a single sample.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        begin(name, kind, help)
        sample(name, value)
    }

    /// Adds a sample with an integer.
    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Int) {
        line(name, labels, String(value))
    }

    /// Adds a sample without labels.
    mutating func sample(_ name: String, _ value: Int) {
        sample(name, [], value)
    }

    /// Adds a sample without labels.
    mutating func sample(_ name: String, _ value: Double) {
        sample(name, [], value)
    }

    /// Adds a sample.
    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let number = value.isNaN ? "NaN" : value.isInfinite ? (value > 0 ? "+Inf" : "-Inf") : "\(value)"
        line(name, labels, number)
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}"
        }
        text += " " + value + "\n"
    }

    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
