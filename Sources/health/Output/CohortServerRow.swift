// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// A server in the report of `health cohort init`.
struct CohortServerRow {
    private let server: PreparationReport.Server

    init(_ server: PreparationReport.Server) {
        self.server = server
    }

    static var columns: [Column<CohortServerRow>] {
        [
            Column("shard") { .text($0.server.shard) },
            Column("server") { .text($0.server.url.absoluteString) },
            Column("version") { .text($0.server.version) },
            Column("answers", for: .programs) { .text($0.server.version == nil ? "no" : "yes") },
            Column("made", for: .programs) { .list($0.server.made) },
            Column("made", for: .people) { .text($0.madeText) },
        ]
    }

    /// The created tables for people.
    private var madeText: String {
        if server.version == nil { return "does not answer; run this again when it is back" }
        return server.made.isEmpty ? "nothing; everything existed" : server.made.joined(separator: ", ")
    }
}
