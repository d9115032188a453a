// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the parts that Combine's publishers of several publishers have in common.
enum PublisherParts {
    static let letters = ["A", "B", "C", "D", "E", "F", "G", "H"]
    static let numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]
    private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]

    /// Emits the properties for a number of publishers, and the initializer.
    /// - Parameter noun: The word for the publisher, such as `merge`.
    static func properties(_ count: Int, of noun: String, _ source: inout SourceText) {
        let types = letters.prefix(count)
        let names = types.map { $0.lowercased() }
        for (ordinal, (name, type)) in zip(ordinals, zip(names, types)) {
            source.line()
            source.doc("The \(ordinal) publisher.", indent: 3)
            source.line("public let \(name): \(type)", indent: 3)
        }
        source.line()
        source.doc("Creates a \(noun) of \(numbers[count]) publishers.", indent: 3)
        source.line("public init(\(zip(names, types).map { "_ \($0): \($1)" }.joined(separator: ", "))) {", indent: 3)
        for name in names { source.line("self.\(name) = \(name)", indent: 4) }
        source.line("}", indent: 3)
    }

    /// Emits that a publisher is equatable if its publishers are.
    static func equatable(_ name: String, _ count: Int, _ source: inout SourceText) {
        source.line("extension Publishers.\(name): Equatable", indent: 1)
        source.line("where", indent: 1)
        source.list(letters.prefix(count).map { "\($0): Equatable" }, end: "", indent: 2)
        source.line("{}", indent: 1)
    }
}
