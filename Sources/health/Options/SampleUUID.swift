// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// UUIDs that people give.
enum SampleUUID {
    /// Reads a UUID.
    static func parse(_ text: String) throws -> UUID {
        if let uuid = UUID(uuidString: text) { return uuid }
        throw ToolError(
            .badArgument, "\(text.debugDescription) is not a UUID",
            remedy: "copy one from a listing such as `health samples TYPE --format csv`")
    }

    /// The error for a UUID that nothing of some kind has.
    /// - Parameter kind: what was looked for, such as `route`.
    static func notFound(_ uuid: UUID, kind: String) -> ToolError {
        ToolError(
            .notFound, "there is no \(kind) with the UUID \(uuid.uuidString) in the store",
            remedy: "check the UUID, or name another store with --store")
    }
}
