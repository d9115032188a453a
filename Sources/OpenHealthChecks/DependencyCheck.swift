// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A comparison of the dependencies that Package.swift declares with the imports of each target.
///
/// A dependency that no file imports makes builds longer and the graph of modules harder to read.
package enum DependencyCheck {
    /// The manifest.
    package static let manifest = "Package.swift"

    /// A target of the manifest.
    struct Target: Equatable {
        var name: String
        /// The modules that it depends on.
        var dependencies: [String]
        /// The folder of its files.
        var folder: String
        /// The line of its declaration.
        var line: Int
    }

    /// Returns the dependencies that no file of their target imports.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        try targets(in: tree.file(manifest)).flatMap { target in
            let imported = Set(
                try tree.swiftFiles(under: [target.folder]).flatMap { ImportScanner.imports(in: $0).map(\.module) })
            return target.dependencies.filter { !imported.contains($0.replacing("-", with: "_")) }.map {
                Fault(manifest, line: target.line, "\(target.name) depends on \($0), which no file of it imports")
            }
        }
    }

    /// Returns the targets of a manifest that have dependencies.
    static func targets(in manifest: SourceFile) -> [Target] {
        let text = manifest.text
        return text.matches(of: /\.(?:target|testTarget|executableTarget)\(/).compactMap { match in
            let declaration = balanced(text[match.range.lowerBound...], "(", ")")
            guard let name = declaration.firstMatch(of: /name:\s*"([^"]+)"/)?.output.1,
                let list = declaration.firstMatch(of: /dependencies:\s*(?=\[)/)
            else { return nil }
            let dependencies = balanced(declaration[list.range.upperBound...], "[", "]")
            let path = declaration.firstMatch(of: /path:\s*"([^"]+)"/)?.output.1
            let isTest = text[match.range].contains("testTarget")
            return Target(
                name: String(name), dependencies: names(in: dependencies),
                folder: path.map(String.init) ?? "\(isTest ? "Tests" : "Sources")/\(name)",
                line: text[..<match.range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).count)
        }
    }

    /// Returns the modules of a list of dependencies: separate texts, and the names of products.
    private static func names(in list: Substring) -> [String] {
        var rest = String(list)
        let products = rest.matches(of: /product\(\s*(?:name:\s*)?"([^"]+)"[^)]*(?:\([^)]*\))?[^)]*\)/)
        let names = products.map { String($0.output.1) }
        for range in products.map(\.range).reversed() { rest.removeSubrange(range) }
        return rest.matches(of: /"([^"]+)"/).map { String($0.output.1) } + names
    }

    /// Returns the beginning of a text up to the bracket that closes the first one.
    private static func balanced(_ text: Substring, _ open: Character, _ close: Character) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == open { depth += 1 }
            if text[index] == close {
                depth -= 1
                if depth == 0 { return text[...index] }
            }
        }
        return text
    }
}
