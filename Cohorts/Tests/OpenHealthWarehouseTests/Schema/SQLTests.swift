// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import Testing

/// Tests of the strings of statements and values.
struct SQLTests {
    @Test func `strings are quoted so that they cannot end the literal`() {
        #expect(SQLText.quoted("a'b\\c\n\t\r\0") == "'a\\'b\\\\c\\n\\t\\r\\0'")
        #expect(SQLText.list(["a", "b'"]) == "'a', 'b\\''")
        #expect(SQLText.list([]) == "")
    }

    @Test(arguments: ["", "1a", "a b", "a-b", "a.b", "ä", "a`", String(repeating: "a", count: 65)])
    func `invalid identifiers are refused`(text: String) {
        #expect(!SQLText.isPlainName(text))
    }

    @Test func `columns have codecs where servers support them`() throws {
        let (old, new) = (ServerVersion.oldest, try #require(ServerVersion("26.9.1")))
        for table in WarehouseTable.all {
            let plain = table.creation(database: "d", version: old, replica: nil)
            #expect(!plain.contains("CODEC") && !plain.contains("SETTINGS"))
            let coded = table.creation(database: "d", version: new, replica: nil)
            for column in table.columns {
                #expect(plain.contains("\(column.name) \(column.type)"))
                #expect(coded.contains("\(column.name) \(column.type) CODEC(\(column.codec))"))
            }
            let replicated = table.creation(database: "d", version: new, replica: ("/p/\(table.name)", "a:9000"))
            #expect(
                replicated.contains("ReplicatedReplacingMergeTree('/p/\(table.name)', 'a:9000', version)"))
        }
    }

    @Test(arguments: [("18.16.1", 18, 16), ("26.9.0.1", 26, 9), ("20.1", 20, 1)])
    func `versions are parsed`(text: String, year: Int, release: Int) throws {
        let version = try #require(ServerVersion(text))
        #expect(version.year == year && version.release == release)
    }

    @Test func `versions are in order`() throws {
        let texts = ["1.1.54390", "18.14.9", "18.16.1", "19.1", "19.17", "20.1", "26.9"]
        let versions = try texts.map { try #require(ServerVersion($0)) }
        #expect(versions.sorted() == versions)
        #expect(versions.filter { $0 < .oldest }.count == 2)
        #expect(ServerVersion("latest") == nil)
    }
}
