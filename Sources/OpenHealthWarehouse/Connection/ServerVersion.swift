// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The version of a ClickHouse server, such as 18.16.1.
package struct ServerVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The numbers that count: the year and the release of that year.
    package let year: Int
    package let release: Int
    /// The version as the server says it.
    package let description: String

    /// Reads what `version()` says; nil for what is no version.
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

    /// The oldest that the SQL here has been seen to run on: what Debian 12 ships.
    // checked: the text is a version
    package static let oldest = ServerVersion("18.16")!

    /// Whether columns get compression codecs of their own: from 20.1 on. 18.16 does not know them, and the newest of those used
    /// here (`DoubleDelta`, `T64`) came in the course of 2019.
    package var hasColumnCodecs: Bool { (year, release) >= (20, 1) }

    /// Whether a table without replicas is configured to recognise a block that it has been given before: from 22.3 on, which knows the
    /// setting (`non_replicated_deduplication_window`).
    package var recognisesBlocks: Bool { (year, release) >= (22, 3) }
}
