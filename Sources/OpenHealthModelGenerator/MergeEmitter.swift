// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits Combine's `Merge` and `Merge3` to `Merge8` and the methods that create them, in one file. Parameter packs cannot express them,
/// since a pack cannot require that all of its types have the same output, and Combine's names have a parameter for each publisher.
enum MergeEmitter {
    private static let most = 8
    private static let letters = PublisherParts.letters
    /// The parameters of further publishers.
    private static let others = ["Z", "Y", "X", "W", "V", "U"]
    private static let numbers = PublisherParts.numbers

    static func files() -> [String: String] {
        var source = SourceText(imports: ["OpenCombineShim"], "by generate-model")
        source.line("#if !canImport(Combine)")
        source.line("extension Publisher {", indent: 1)
        for more in 1..<most {
            if more > 1 { source.line() }
            let added = more == 1 ? ["P"] : Array(letters[1...more])
            method(on: ["Self"], adding: added, &source) {
                "Merges this publisher with \(more == 1 ? "another publisher" : "\(numbers[more]) other publishers") and sends the "
                    + "values of \(more == 1 ? "both" : "all") as they arrive."
            }
        }
        source.line("}", indent: 1)
        for count in 2...most {
            source.line()
            structure(count, &source)
            if count < most { methods(count, &source) }
            source.line()
            PublisherParts.equatable(name(count), count, &source)
        }
        source.line("#endif")
        return ["Publishers.Merge.swift": source.text]
    }

    /// The name of the merge of a number of publishers.
    private static func name(_ count: Int) -> String { count == 2 ? "Merge" : "Merge\(count)" }

    private static func methods(_ count: Int, _ source: inout SourceText) {
        source.line()
        source.line("extension Publishers.\(name(count)) {", indent: 1)
        for more in 1...(most - count) {
            if more > 1 { source.line() }
            method(
                on: Array(letters.prefix(count)), adding: more == 1 ? ["P"] : Array(others.prefix(more)), &source
            ) {
                "Merges \(numbers[more]) more \(more == 1 ? "publisher" : "publishers") with these \(numbers[count])."
            }
        }
        source.line("}", indent: 1)
    }

    private static let semantics =
        "One value is requested from each publisher at the start, and the next one when its value was sent. A value without demand is "
        + "held, one for each publisher, and is sent first when there is demand, in the order of the publishers. With unlimited demand, "
        + "all values are requested from all of them. The publisher finishes when the last of them has finished and no value is held. "
        + "It fails as soon as one of them fails: held values are discarded, and the others are canceled."

    private static func structure(_ count: Int, _ source: inout SourceText) {
        let types = Array(letters.prefix(count))
        let names = types.map { $0.lowercased() }
        let last = types[count - 1]
        source.line("extension Publishers {", indent: 1)
        source.doc(
            "A publisher of the values of \(numbers[count]) publishers in the order of their arrival.", indent: 2)
        source.line("///", indent: 2)
        source.doc(count == 2 ? semantics : "Its completion and its demand are as in `Publishers.Merge`.", indent: 2)
        source.line("public struct \(name(count))<\(types.joined(separator: ", "))>: Publisher", indent: 2)
        source.line("where", indent: 2)
        source.list(types.map { "\($0): Publisher" }, end: ",", indent: 3)
        equalities(types, indent: 3, &source)
        source.line("{", indent: 2)
        source.doc("The output of all upstreams.", indent: 3)
        source.line("public typealias Output = A.Output", indent: 3)
        source.line()
        source.doc("The failure of any of the upstreams.", indent: 3)
        source.line("public typealias Failure = A.Failure", indent: 3)
        PublisherParts.properties(count, of: "merge", &source)
        source.line()
        source.doc("Subscribes to all in order, after the subscriber has received its subscription.", indent: 3)
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

    /// Emits the method that adds publishers to a publisher, or to a merge of several.
    private static func method(
        on types: [String], adding added: [String], _ source: inout SourceText, summary: () -> String
    ) {
        let names = added.count == 1 ? ["other"] : added.map { $0.lowercased() }
        let parameters = zip(names, added).map { "\($0): \($1)" }.joined(separator: ", _ ")
        let result = name(types.count + added.count)
        source.doc(summary(), indent: 2)
        source.line("public func merge<\(added.joined(separator: ", "))>(with \(parameters))", indent: 2)
        source.line("-> Publishers.\(result)<\((types + added).joined(separator: ", "))>", indent: 3)
        source.line("where", indent: 2)
        source.list(added.map { "\($0): Publisher" }, end: ",", indent: 3)
        equalities([types[types.count - 1]] + added, indent: 3, &source)
        source.line("{", indent: 2)
        let arguments = types.map { $0.lowercased() } + names
        source.line("Publishers.\(result)(\(arguments.joined(separator: ", ")))", indent: 3)
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
}
