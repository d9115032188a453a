// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The public interface of a module as sorted lines of text, kept in the repository so that each change is visible.
package enum APIListing {
    /// Returns the lines for a module, from the symbol graphs in a folder.
    ///
    /// - Throws: an error if there is no graph of the module in the folder, or it cannot be read.
    package static func lines(of module: String, symbolGraphs folder: URL) throws -> [String] {
        let graphs = try SymbolGraph.graphs(of: module, in: folder)
        guard !graphs.isEmpty else {
            throw Fault(folder.path, "no symbol graph of \(module); run Scripts/symbol-graphs.sh first")
        }
        var lines: Set<String> = []
        for graph in graphs {
            let paths = Dictionary(graph.symbols.map { ($0.identifier.precise, $0.path) }) { first, _ in first }
            for symbol in graph.symbols where ["public", "open"].contains(symbol.accessLevel) {
                lines.insert("\(symbol.path)  \(declaration(symbol))")
            }
            for relation in graph.relationships where ["conformsTo", "inheritsFrom"].contains(relation.kind) {
                guard let source = paths[relation.source] ?? baseType(relation.source) else { continue }
                let target = paths[relation.target] ?? relation.targetFallback ?? relation.target
                if !unspoken.contains(target) { lines.insert("\(source)  : \(target)") }
            }
        }
        return lines.sorted()
    }

    /// Returns the lines that the recorded listing lacks and those that are no longer declared.
    package static func faults(recorded: SourceFile, current: [String]) -> [Fault] {
        let now = Set(current)
        let before = Set(recorded.lines.map(String.init))
        // A module that only re-exports others has a listing without lines.
        let gone = recorded.lines.enumerated().filter { !$1.isEmpty && !now.contains(String($1)) }.map {
            Fault(recorded.path, line: $0 + 1, "no longer public: \($1)")
        }
        let new = current.filter { !before.contains($0) }.map { Fault(recorded.path, "not in the listing: \($0)") }
        return gone + new
    }

    private static func declaration(_ symbol: SymbolGraph.Symbol) -> String {
        let text = (symbol.declarationFragments ?? []).map(\.spelling).joined()
        let words = text.split(whereSeparator: \.isWhitespace)
        let line = ((symbol.accessLevel == "open" ? ["open"] : []) + words).joined(separator: " ")
        let isUnavailable = (symbol.availability ?? []).contains { $0.isUnconditionallyUnavailable == true }
        return isUnavailable ? "@available(*, unavailable) " + line : line
    }

    /// Returns the name of the extended type. Extensions of another module's type have only its mangled name, which is of no use to
    /// a reader.
    private static func baseType(_ precise: String) -> String? {
        precise.hasPrefix("s:e:") ? nil : precise
    }

    /// The conformances that the compiler adds by itself, which differ between compilers.
    private static let unspoken: Set<String> = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]
}

extension Fault: Error {}
