// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine

/// UUIDs in arguments.
enum SampleUUID {
    /// Parses a UUID.
    static func parse(_ text: String) throws -> UUID {
        if let uuid = UUID(uuidString: text) { return uuid }
        throw ToolError(
            .badArgument, "\(text.debugDescription) is not a UUID",
            remedy: "copy one from a listing such as `health samples TYPE --format csv`")
    }

    /// Returns the error for a UUID that does not exist.
    /// - Parameter kind: The kind of object, such as `route`.
    static func notFound(_ uuid: UUID, kind: String) -> ToolError {
        ToolError(
            .notFound, "there is no \(kind) with the UUID \(uuid.uuidString) in the store",
            remedy: "check the UUID, or name another store with --store")
    }
}
