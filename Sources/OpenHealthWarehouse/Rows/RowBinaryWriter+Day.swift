// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto

extension RowBinaryWriter {
    /// Writes a row of the tables `cells` and `durations`, whose first columns are the same.
    /// - Parameters:
    ///   - content: The remaining columns.
    ///   - digest: The digest of the remaining columns.
    mutating func writeDay(
        participant: String, type: String, day: CohortDay, version: UInt64, content: RowBinaryWriter, digest: UInt64
    ) {
        write(participant)
        write(type)
        write(day)
        write(version)
        write(digest)
        append(content)
    }

    /// The first eight bytes of the SHA-256 of the content.
    var digest: UInt64 {
        SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
