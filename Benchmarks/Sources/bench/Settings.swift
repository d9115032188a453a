// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the command line asks for.
struct Settings {
    /// The tool to measure.
    var health = ""
    /// The peer, if it could be installed.
    var peer: String?
    /// How many records each made export has.
    var sizes: [Int] = []
    /// How often each program runs; the table shows medians.
    var runs = 3
    /// Where exports and stores are put.
    var work = FileManager.default.temporaryDirectory

    static let usage = """
        usage: bench --health PROGRAM --work FOLDER --sizes N[,N...] [--runs N] [--peer PROGRAM]
               bench scan EXPORT
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw BenchError(Self.usage) }
            switch option {
            case "--health": health = value
            case "--peer": peer = value.isEmpty ? nil : value
            case "--work": work = URL(filePath: value)
            case "--runs": runs = try Self.number(value)
            case "--sizes": sizes = try value.split { ", ".contains($0) }.map { try Self.number(String($0)) }
            default: throw BenchError(Self.usage)
            }
        }
        if health.isEmpty || sizes.isEmpty { throw BenchError(Self.usage) }
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number > 0 else { throw BenchError("\"\(text)\" is not a number above 0") }
        return number
    }
}
