// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The sources that people name.
enum SourceName {
    /// The name without what differs between keyboards: kinds of apostrophe, spaces, the composition of accents.
    static func key(_ name: String) -> String {
        name.precomposedStringWithCanonicalMapping.replacing("\u{2019}", with: "'").filter { !$0.isWhitespace }
    }

    /// Whether a name holds a text, in capitals or not.
    static func holds(_ name: String, _ text: String) -> Bool {
        key(name).lowercased().contains(key(text).lowercased())
    }

    /// The names of the sources that are meant: that with the name, else those with the text in their names.
    /// - Throws: a ``ToolError`` where no source has it.
    static func matching(_ text: String, in database: HealthDatabase) throws -> Set<String> {
        let names = try database.sourceNames()
        let exact = names.filter { key($0) == key(text) }
        let found = exact.isEmpty && !key(text).isEmpty ? names.filter { holds($0, text) } : exact
        guard !found.isEmpty else { throw unknown(text, among: names) }
        return Set(found)
    }

    /// The error for a name that no source has.
    static func unknown(_ name: String, among names: [String]) -> ToolError {
        let names = Set(names).filter { !key($0).isEmpty }.sorted()
        // Sources are called "Ana's Apple Watch" where people say "watch".
        let holders = key(name).count < 3 ? [] : names.filter { holds($0, name) }
        let near = holders.isEmpty ? HealthTypes.suggestions(for: name, among: names) : Array(holders.prefix(3))
        return ToolError(
            .badArgument, "no source is called \(name.debugDescription)",
            remedy: near.isEmpty
                ? "see `health sources`"
                : "did you mean \(near.map(\.debugDescription).joined(separator: " or "))?")
    }
}
