// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The public declarations of the package's modules: from their symbol graphs, and from their sources those that are
/// unavailable, which symbol graphs leave out.
package struct PackageInterface {
    /// The outcome for a name.
    package enum Outcome: Equatable, Sendable {
        case there
        case unavailable(reason: String)
        case missing
    }

    /// The types of the first parameters of the public symbols, by path.
    private var symbols: [String: Set<String>] = [:]
    /// The superclasses and protocols from which members are inherited, by path.
    private var parents: [String: Set<String>] = [:]
    private var unavailable: [String: [UnavailableDeclaration]] = [:]

    /// Reads modules.
    ///
    /// - Parameters:
    ///   - modules: their names.
    ///   - graphs: the folder that contains a folder with the symbol graphs of each.
    ///   - tree: the tree of their sources.
    package init(modules: [String], symbolGraphs graphs: URL, tree: SourceTree) throws {
        var all: [SymbolGraph] = []
        for module in modules {
            let folder = graphs.appending(path: module)
            let found = try SymbolGraph.graphs(of: module, in: folder)
            guard !found.isEmpty else {
                throw Fault(folder.path, "no symbol graph of \(module); run Scripts/symbol-graphs.sh first")
            }
            all += found
            for file in try tree.swiftFiles(under: ["Sources/\(module)"]) {
                for declaration in UnavailableScanner.declarations(in: file) {
                    unavailable[declaration.path, default: []].append(declaration)
                }
            }
        }
        add(all)
    }

    /// Returns the package's declaration of one of Apple's names.
    package func outcome(to symbol: AppleSymbol) -> Outcome {
        var types = [symbol.owner]
        var seen: Set<String> = []
        while let type = types.popLast() {
            guard seen.insert(type).inserted else { continue }
            let path = type.isEmpty ? symbol.name : "\(type).\(symbol.name)"
            if let parameters = symbols[path], symbol.parameter.isEmpty || parameters.contains(symbol.parameter) {
                return .there
            }
            if let found = unavailable[path]?.first(where: {
                symbol.parameter.isEmpty || $0.parameter == symbol.parameter
            }) {
                return .unavailable(reason: found.reason)
            }
            types += parents[type, default: []].sorted()
        }
        // The compiler synthesises these, and they are not in the graph.
        let made = ["rawValue": "Swift.RawRepresentable", "allCases": "Swift.CaseIterable"]
        if let needed = made[symbol.name], seen.contains(needed) { return .there }
        // Members of a type that is unavailable as a whole share its reason.
        if !symbol.owner.isEmpty, let owner = unavailable[symbol.owner]?.first {
            return .unavailable(reason: owner.reason)
        }
        return .missing
    }

    private mutating func add(_ graphs: [SymbolGraph]) {
        let own = graphs.flatMap(\.symbols).filter { ["public", "open"].contains($0.accessLevel) }
        let paths = Dictionary(own.map { ($0.identifier.precise, $0.path) }) { first, _ in first }
        for symbol in own {
            symbols[symbol.path, default: []].insert(symbol.firstParameter)
        }
        for relation in graphs.flatMap(\.relationships) where ["conformsTo", "inheritsFrom"].contains(relation.kind) {
            let target = paths[relation.target] ?? Self.bare(relation.targetFallback ?? relation.target)
            guard let source = paths[relation.source] else { continue }
            parents[source, default: []].insert(target)
        }
    }

    /// The path without the name of one of the package's modules; the standard library's stays.
    private static func bare(_ path: String) -> String {
        for module in ["OpenHealthModel.", "OpenHealthKit."] where path.hasPrefix(module) {
            return String(path.dropFirst(module.count))
        }
        return path
    }
}
