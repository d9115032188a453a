// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// Type names in arguments.
public enum TypeName {
    /// Returns the identifier of the type with a name: a short name, one in snake case or an identifier, in any case; for unknown
    /// types, the identifier.
    /// - Parameter stored: The identifiers in the store, which can include unknown types.
    package static func identifier(of text: String, stored: @autoclosure () throws -> [String]) throws -> String {
        if let type = HealthTypes.matching(text) { return type.identifier }
        let stored = try stored()
        if stored.contains(text) { return text }
        if let identifier = stored.first(where: { $0.lowercased() == text.lowercased() }) { return identifier }
        throw unknown(text, among: HealthTypes.all.map(\.swiftName) + stored)
    }

    /// Returns the display name of an identifier.
    public static func short(_ identifier: String) -> String {
        HealthTypes.named(identifier)?.swiftName ?? identifier
    }

    /// Returns the error for an unknown type name.
    package static func unknown(_ text: String, among names: [String]? = nil) -> ToolError {
        let near = HealthTypes.suggestions(for: text, among: names)
        return ToolError(
            .badArgument, "no type is called \(text.debugDescription)",
            remedy: near.isEmpty
                ? "use names of Apple's interface, such as stepCount; `health types` lists those in a store"
                : "did you mean \(near.joined(separator: ", "))?")
    }
}
