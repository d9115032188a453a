// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The version of a ClickHouse server, such as 18.16.1.
package struct ServerVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The significant numbers: the year and the release in that year.
    package let year: Int
    package let release: Int
    /// The version as reported by the server.
    package let description: String

    /// Creates a version from the result of `version()`, or returns nil if it isn't a version.
    package init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count >= 2, let year = Int(parts[0]), let release = Int(parts[1]) else { return nil }
        (self.year, self.release, description) = (year, release, text)
    }

    package static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.year, left.release) < (right.year, right.release)
    }

    package static func == (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.year, left.release) == (right.year, right.release)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(year)
        hasher.combine(release)
    }

    /// The oldest version on which the SQL of this module has been tested, which is that of Debian 12.
    // checked: the text is a version
    package static let oldest = ServerVersion("18.16")!

    /// Whether columns have their own compression codecs, since 20.1. 18.16 doesn't support them, and the newest of those used
    /// here (`DoubleDelta`, `T64`) were introduced during 2019.
    package var hasColumnCodecs: Bool { (year, release) >= (20, 1) }

    /// Whether tables without replicas can recognise repeated blocks, since 22.3, which has the setting
    /// `non_replicated_deduplication_window`.
    package var recognisesBlocks: Bool { (year, release) >= (22, 3) }
}
