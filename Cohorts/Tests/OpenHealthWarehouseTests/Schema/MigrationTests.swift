// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthWarehouse
import Testing

/// Tests of the numbered migrations of the tables.
struct MigrationTests {
    @Test func `steps are numbered from 1 without a gap`() {
        #expect(WarehouseMigration.all.map(\.number) == Array(1...WarehouseMigration.all.count))
    }

    /// The digests of the statements of each migration, on a server without codecs, on a new one, and with replicas. A
    /// different digest means that a released migration has changed; changes require a new migration.
    @Test func `released migrations are unchanged`() throws {
        let digests = try WarehouseMigration.all.map { migration in
            try [("18.16.1", false), ("26.9.1", false), ("18.16.1", true), ("26.9.1", true)].map {
                version, isReplicated in
                let place = WarehouseMigration.Place(
                    database: "cohort", version: try #require(ServerVersion(version)),
                    replica: isReplicated ? ("/openhealthkit/id/north", "a:9000") : nil)
                return digest(migration.statements(place).joined(separator: ";\n"))
            }
        }
        #expect(digests == [[10110954742937012038, 15081828056134776352, 11930624898032668430, 17106932295590217758]])
    }

    /// Returns the 64-bit FNV-1a hash.
    private func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
