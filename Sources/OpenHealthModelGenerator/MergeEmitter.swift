// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits Combine's `Merge3` to `Merge8`, one file each. Parameter packs cannot express them, since a pack cannot require that all of its
/// types have the same output, and Combine's names have a parameter for each publisher.
enum MergeEmitter {
    private static let most = 8
    private static let letters = ["A", "B", "C", "D", "E", "F", "G", "H"]
    /// The parameters of further publishers.
    private static let others = ["Z", "Y", "X", "W", "V"]
    private static let numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]
    private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]

    static func files() -> [String: String] {
        Dictionary(uniqueKeysWithValues: (3...most).map { ("Publishers.Merge\($0).swift", file($0)) })
    }

    private static func file(_ count: Int) -> String {
        var source = SourceText(imports: ["OpenCombineShim"], "by generate-model")
        source.line("#if !canImport(Combine)")
        structure(count, &source)
        if count < most {
            source.line()
            source.line("extension Publishers.Merge\(count) {", indent: 1)
            for more in 1...(most - count) {
                if more > 1 { source.line() }
                method(count, more, &source)
            }
            source.line("}", indent: 1)
        }
        source.line()
        equatable(count, &source)
        source.line("#endif")
        return source.text
    }

    private static func structure(_ count: Int, _ source: inout SourceText) {
        let types = Array(letters.prefix(count))
        let names = types.map { $0.lowercased() }
        let last = types[count - 1]
        source.line("extension Publishers {", indent: 1)
        source.doc(
            "A publisher of the values of \(numbers[count]) publishers, in the order of their arrival.", indent: 2)
        source.line("///", indent: 2)
        source.doc(
            "It finishes when the last of them has finished, and fails as soon as one of them fails. Demand is as in "
                + "`Publishers.Merge`.", indent: 2)
        source.line("public struct Merge\(count)<\(types.joined(separator: ", "))>: Publisher", indent: 2)
        source.line("where", indent: 2)
        source.list(types.map { "\($0): Publisher" }, end: ",", indent: 3)
        equalities(types, indent: 3, &source)
        source.line("{", indent: 2)
        source.doc("The output of all upstreams.", indent: 3)
        source.line("public typealias Output = A.Output", indent: 3)
        source.line()
        source.doc("The failure of all upstreams.", indent: 3)
        source.line("public typealias Failure = A.Failure", indent: 3)
        for (ordinal, (name, type)) in zip(ordinals, zip(names, types)) {
            source.line()
            source.doc("The \(ordinal) publisher.", indent: 3)
            source.line("public let \(name): \(type)", indent: 3)
        }
        source.line()
        source.doc("Merges \(numbers[count]) publishers.", indent: 3)
        source.line("public init(\(zip(names, types).map { "_ \($0): \($1)" }.joined(separator: ", "))) {", indent: 3)
        for name in names { source.line("self.\(name) = \(name)", indent: 4) }
        source.line("}", indent: 3)
        source.line()
        source.doc("Subscribes to all \(numbers[count]) in order, once the subscriber has its subscription.", indent: 3)
        source.line("public func receive<S>(subscriber: S)", indent: 3)
        source.line("where S: Subscriber, \(last).Failure == S.Failure, \(last).Output == S.Input {", indent: 3)
        source.line("MergeSubscription.start(", indent: 4)
        source.line("[", indent: 5)
        source.list(names.map { "\($0).subscribe" }, end: ",", indent: 6)
        source.line("], for: subscriber)", indent: 5)
        source.line("}", indent: 3)
        source.line("}", indent: 2)
        source.line("}", indent: 1)
    }

    /// Emits the method that adds publishers to a merge.
    private static func method(_ count: Int, _ more: Int, _ source: inout SourceText) {
        let types = Array(letters.prefix(count))
        let added = more == 1 ? ["P"] : Array(others.prefix(more))
        let parameters =
            more == 1 ? "with other: P" : "with " + added.map { "\($0.lowercased()): \($0)" }.joined(separator: ", _ ")
        let arguments = types.map { $0.lowercased() } + (more == 1 ? ["other"] : added.map { $0.lowercased() })
        let noun = more == 1 ? "publisher" : "publishers"
        source.doc("Merges \(numbers[more]) more \(noun) with these \(numbers[count]).", indent: 2)
        source.line("public func merge<\(added.joined(separator: ", "))>(\(parameters))", indent: 2)
        source.line("-> Publishers.Merge\(count + more)<\((types + added).joined(separator: ", "))>", indent: 3)
        source.line("where", indent: 2)
        source.list(added.map { "\($0): Publisher" }, end: ",", indent: 3)
        equalities([types[count - 1]] + added, indent: 3, &source)
        source.line("{", indent: 2)
        source.line("Publishers.Merge\(count + more)(\(arguments.joined(separator: ", ")))", indent: 3)
        source.line("}", indent: 2)
    }

    /// Emits that each type has the output and failure of the one before it.
    private static func equalities(_ types: [String], indent: Int, _ source: inout SourceText) {
        for (index, (first, second)) in zip(types, types.dropFirst()).enumerated() {
            let end = index == types.count - 2 ? "" : ","
            source.line(
                "\(first).Failure == \(second).Failure, \(first).Output == \(second).Output\(end)", indent: indent)
        }
    }

    private static func equatable(_ count: Int, _ source: inout SourceText) {
        source.line("extension Publishers.Merge\(count): Equatable", indent: 1)
        source.line("where", indent: 1)
        source.list(letters.prefix(count).map { "\($0): Equatable" }, end: "", indent: 2)
        source.line("{}", indent: 1)
    }
}
