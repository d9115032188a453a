// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parts of a symbol graph, as written by `swift-symbolgraph-extract`, that a listing of the interface needs.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Availability: Decodable { let isUnconditionallyUnavailable: Bool? }
        struct Signature: Decodable {
            struct Parameter: Decodable { let declarationFragments: [Fragment]? }
            let parameters: [Parameter]?
        }

        let identifier: Identifier
        let pathComponents: [String]
        let accessLevel: String
        let declarationFragments: [Fragment]?
        let availability: [Availability]?
        let functionSignature: Signature?

        /// The name with the names of the types around it, separated by dots.
        var path: String { pathComponents.joined(separator: ".") }

        /// The type of the first parameter without spaces; empty if there is no parameter.
        var firstParameter: String {
            let text = (functionSignature?.parameters?.first?.declarationFragments ?? []).map(\.spelling).joined()
            guard let colon = text.firstIndex(of: ":") else { return "" }
            return text[text.index(after: colon)...].filter { !$0.isWhitespace }
        }
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]

    /// Reads the graph of a module and those of its extensions of other modules' types, which are in separate files.
    static func graphs(of module: String, in folder: URL) throws -> [SymbolGraph] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
            $0 == "\(module).symbols.json" || ($0.hasPrefix("\(module)@") && $0.hasSuffix(".symbols.json"))
        }
        return try names.map {
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.appending(path: $0)))
        }
    }
}
