// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// Source names in arguments.
enum SourceName {
    /// Returns the name without differences between keyboards: kinds of apostrophe, spaces, the composition of accents.
    static func key(_ name: String) -> String {
        name.precomposedStringWithCanonicalMapping.replacing("\u{2019}", with: "'").filter { !$0.isWhitespace }
    }

    /// Returns whether a name contains a string, ignoring case.
    static func holds(_ name: String, _ text: String) -> Bool {
        key(name).lowercased().contains(key(text).lowercased())
    }

    /// Returns the names of the matching sources: the source with the name or, if there is none, all sources that contain the
    /// string.
    /// - Throws: A ``ToolError`` if no source matches.
    static func matching(_ text: String, in database: HealthDatabase) throws -> Set<String> {
        let names = try database.sourceNames()
        let exact = names.filter { key($0) == key(text) }
        let found = exact.isEmpty && !key(text).isEmpty ? names.filter { holds($0, text) } : exact
        guard !found.isEmpty else { throw unknown(text, among: names) }
        return Set(found)
    }

    /// Returns the error for an unknown source name.
    static func unknown(_ name: String, among names: [String]) -> ToolError {
        let names = Set(names).filter { !key($0).isEmpty }.sorted()
        // People type "watch" for a source called "Ana's Apple Watch".
        let holders = key(name).count < 3 ? [] : names.filter { holds($0, name) }
        let near = holders.isEmpty ? HealthTypes.suggestions(for: name, among: names) : Array(holders.prefix(3))
        return ToolError(
            .badArgument, "no source is called \(name.debugDescription)",
            remedy: near.isEmpty
                ? "see `health sources`"
                : "did you mean \(near.map(\.debugDescription).joined(separator: " or "))?")
    }
}
