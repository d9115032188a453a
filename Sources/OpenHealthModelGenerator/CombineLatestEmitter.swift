// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits Combine's `CombineLatest` to `CombineLatest4`, the values that they keep and the methods that create them, in one file.
enum CombineLatestEmitter {
    private static let most = 4
    /// The type parameters of the methods.
    private static let others = ["P", "Q", "R"]

    static func files() -> [String: String] {
        var source = SourceText(imports: ["OpenCombineShim"], "by generate-model")
        source.line("#if !canImport(Combine)")
        source.line("extension Publisher {", indent: 1)
        for more in 1..<most {
            if more > 1 { source.line() }
            method(adding: Array(others.prefix(more)), transforms: false, &source)
            source.line()
            method(adding: Array(others.prefix(more)), transforms: true, &source)
        }
        source.line("}", indent: 1)
        for count in 2...most {
            source.line()
            structure(count, &source)
            source.line()
            PublisherParts.equatable(name(count), count, &source)
            source.line()
            values(count, &source)
        }
        source.line("#endif")
        return ["Publishers.CombineLatest.swift": source.text]
    }

    /// The name of the combination of a number of publishers.
    private static func name(_ count: Int) -> String { count == 2 ? "CombineLatest" : "CombineLatest\(count)" }

    private static let semantics =
        "Nothing is sent before each of them has sent a value. The demand of the subscriber is requested from both; a value that arrives "
        + "without demand is kept as the latest, but not sent later. The publisher finishes when both have finished, and fails as soon as "
        + "one fails, which cancels the other. A value that is sent from within a call with a combination is also kept but creates no "
        + "combination."

    private static func structure(_ count: Int, _ source: inout SourceText) {
        let types = Array(PublisherParts.letters.prefix(count))
        let names = types.map { $0.lowercased() }
        let output = tuple(types)
        source.line("extension Publishers {", indent: 1)
        source.doc(
            "A publisher of the latest values of \(PublisherParts.numbers[count]) publishers, which sends whenever one of them sends "
                + "a value.", indent: 2)
        source.line("///", indent: 2)
        source.doc(
            count == 2 ? semantics : "Its completion and its demand are as in `Publishers.CombineLatest`.", indent: 2)
        source.line("public struct \(name(count))<\(types.joined(separator: ", "))>: Publisher", indent: 2)
        source.line("where", indent: 2)
        source.list(types.map { "\($0): Publisher" }, end: ",", indent: 3)
        source.list(equalFailures(types), end: "", indent: 3)
        source.line("{", indent: 2)
        source.doc("The latest values, in the order of the publishers.", indent: 3)
        source.line("public typealias Output = \(output)", indent: 3)
        source.line()
        source.doc("The failure of any of the publishers.", indent: 3)
        source.line("public typealias Failure = A.Failure", indent: 3)
        PublisherParts.properties(count, of: "combination", &source)
        source.line()
        source.doc("Subscribes to all in order, then sends the subscription to the subscriber.", indent: 3)
        source.line("public func receive<S>(subscriber: S)", indent: 3)
        source.line("where S: Subscriber, \(types[count - 1]).Failure == S.Failure, S.Input == \(output) {", indent: 3)
        let values = types.map { "\($0).Output" }.joined(separator: ", ")
        source.line("let combination = CombineLatestSubscription<Latest\(count)<\(values)>, S>(", indent: 4)
        source.line("downstream: subscriber, upstreamCount: \(count))", indent: 5)
        for (index, name) in names.enumerated() {
            source.line("combination.subscribe(to: \(name), at: \(index)) { $0.\(name) = $1 }", indent: 4)
        }
        source.line("combination.start()", indent: 4)
        source.line("}", indent: 3)
        source.line("}", indent: 2)
        source.line("}", indent: 1)
    }

    /// Emits the structure of the latest values of a number of publishers.
    private static func values(_ count: Int, _ source: inout SourceText) {
        let types = PublisherParts.letters.prefix(count)
        let names = types.map { $0.lowercased() }
        source.doc("The latest values of \(PublisherParts.numbers[count]) publishers.", indent: 1)
        source.line("struct Latest\(count)<\(types.joined(separator: ", "))>: LatestValues {", indent: 1)
        for (name, type) in zip(names, types) { source.line("var \(name): \(type)?", indent: 2) }
        source.line()
        source.line("var combination: (\(types.joined(separator: ", ")))? {", indent: 2)
        source.line("guard \(names.map { "let \($0)" }.joined(separator: ", ")) else { return nil }", indent: 3)
        source.line("return (\(names.joined(separator: ", ")))", indent: 3)
        source.line("}", indent: 2)
        source.line("}", indent: 1)
    }

    /// Emits a method that combines a publisher with others.
    /// - Parameter transforms: Whether the method takes a closure that transforms the values.
    private static func method(adding types: [String], transforms: Bool, _ source: inout SourceText) {
        let all = ["Self"] + types
        let names = types.count == 1 ? ["other"] : types.indices.map { "publisher\($0 + 1)" }
        let added = types.count == 1 ? "another publisher" : "\(PublisherParts.numbers[types.count]) other publishers"
        source.doc(
            "Combines this publisher with \(added) and sends the latest values of \(types.count == 1 ? "both" : "all")"
                + "\(transforms ? ", transformed by a closure," : "") whenever one of them sends a value.",
            indent: 2)
        let generics = (types + (transforms ? ["T"] : [])).joined(separator: ", ")
        source.line("public func combineLatest<\(generics)>(", indent: 2)
        let parameters = zip(names, types).map { "_ \($0): \($1)" }
        source.list(parameters, end: transforms ? "," : "", indent: 3)
        if transforms { source.line("_ transform: @escaping \(tuple(all)) -> T", indent: 3) }
        let combination = "Publishers.\(name(all.count))<\(all.joined(separator: ", "))>"
        source.line(") -> \(transforms ? "Publishers.Map<\(combination), T>" : combination)", indent: 2)
        source.line("where", indent: 2)
        source.list(types.map { "\($0): Publisher" }, end: ",", indent: 3)
        source.list(equalFailures(all), end: "", indent: 3)
        source.line("{", indent: 2)
        let creation = "Publishers.\(name(all.count))(self, \(names.joined(separator: ", ")))"
        source.line(transforms ? "\(creation).map(transform)" : creation, indent: 3)
        source.line("}", indent: 2)
    }

    /// The type of one value of each publisher.
    private static func tuple(_ types: [String]) -> String {
        "(\(types.map { "\($0).Output" }.joined(separator: ", ")))"
    }

    /// The requirements that each type has the failure of the one before it.
    private static func equalFailures(_ types: [String]) -> [String] {
        zip(types, types.dropFirst()).map { "\($0).Failure == \($1).Failure" }
    }
}
