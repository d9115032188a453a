// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of the copy that is kept of a store before its migration, and of the numbers before and after it.
@Suite struct StoreMigrationTests {
    private static func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(arguments: OldFixture.names, ["DELETE", "WAL"])
    func theStoreIsCopiedBeforeItIsMigrated(name: String, journal: String) throws {
        let url = try OldFixture(name: name, journal: journal).make()
        let folder = url.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        let reader = try HealthDatabase.openForReading(url.path)
        let (samples, version) = try reader.read { db in
            (try OldFixture.samples(db), try #require(try StoreSchema.version(db)))
        }
        try reader.close()
        // A copy of an earlier migration is replaced, and other files are kept.
        for other in ["health.db.before-7-from-0", "health.db.before-20240101T000000Z", "health.db.before-2-from-x"] {
            try Data().write(to: folder.appendingPathComponent(other))
        }

        let database = try HealthDatabase(url: url)
        let migration = try #require(database.migration)
        guard case .kept(let copy) = migration.copy else {
            Issue.record("\(migration)")
            return
        }
        #expect(copy.lastPathComponent == "health.db.before-\(migration.versions.to)-from-\(version)")
        #expect(migration.description.contains(copy.path))
        #expect(
            try Self.names(folder).filter { $0.hasPrefix("health.db.") }
                == [copy.lastPathComponent, "health.db.before-2-from-x", "health.db.before-20240101T000000Z"].sorted())
        let facts = try FileManager.default.attributesOfItem(atPath: copy.path)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        let old = try HealthDatabase.openForReading(copy.path)
        #expect(try old.read(OldFixture.samples) == samples)
        #expect(try old.read(StoreSchema.version) == version)
        try old.close()
        // The second opening has nothing to migrate.
        #expect(try HealthDatabase(url: url).migration == nil)
    }

    @Test func newStoresAndCopiesAreNotCopied() throws {
        let store = try ScratchStore()
        #expect(store.database.migration == nil)
        #expect(try Self.names(store.folder).allSatisfy { !$0.contains("before") })
        let url = try OldFixture(name: "store-v1", journal: "DELETE").make()
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let database = try StoreMigration.$keepsCopy.withValue(false) { try HealthDatabase(url: url) }
        #expect(database.migration?.copy == .missing(reason: "the migrated store is itself a copy"))
        #expect(try Self.names(url.deletingLastPathComponent()).allSatisfy { !$0.contains("before") })
    }

    /// The migration does not depend on the copy.
    @Test func aCopyThatCannotBeCreatedIsReported() throws {
        let url = try OldFixture(name: "store-v1", journal: "WAL").make()
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let last = try ScratchStore().database.read { db in try #require(try StoreSchema.version(db)) }
        // A folder has the name of the copy.
        try FileManager.default.createDirectory(
            atPath: url.path + ".before-\(last)-from-1/full", withIntermediateDirectories: true)
        let migration = try #require(try HealthDatabase(url: url).migration)
        guard case .missing = migration.copy else {
            Issue.record("\(migration)")
            return
        }
        #expect(migration.description.contains("no copy"))
        #expect(try Self.names(url.deletingLastPathComponent()).allSatisfy { !$0.contains("partial") })
    }

    // MARK: - Numbers

    /// The figures of a type and source.
    private struct Figures: Equatable, Comparable, CustomStringConvertible {
        let key: String
        let numbers: [Double]

        static func < (left: Figures, right: Figures) -> Bool {
            (left.key, left.numbers.description) < (right.key, right.numbers.description)
        }

        var description: String { "\(key) \(numbers)" }
    }

    /// Figures by statements over the tables of the earlier version equal those of the library after the migration.
    @Test(arguments: OldFixture.names)
    func statisticsAreEqualBeforeAndAfter(name: String) throws {
        let url = try OldFixture(name: name, journal: "DELETE").make()
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let reader = try DatabaseQueue(path: url.path)
        let before = try reader.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT t.identifier, c.name, count(*), min(s.value), max(s.value), sum(s.value), min(s.start),
                        max(coalesce(s.end, s.start))
                    FROM sample AS s JOIN sample_type AS t ON t.id = s.type
                    JOIN provenance AS p ON p.id = s.provenance JOIN source AS c ON c.id = p.source
                    WHERE t.identifier LIKE 'HKQuantityType%' GROUP BY t.id, c.id
                    """
            ).map { row in
                Figures(key: "\(row[0] as String) \(row[1] as String)", numbers: (2..<8).map { row[$0] as Double })
            }
        }
        try reader.close()
        #expect(before.count >= 1)

        let database = try HealthDatabase(url: url)
        let records = try database.records(SampleRequest())
        var after: [Figures] = []
        for type in Set(records.map(\.type)) where type.hasPrefix("HKQuantityType") {
            let rows = try database.statistics(StatisticsRequest(type: type, separateBySource: true))
            for source in rows.flatMap({ $0.sources ?? [] }) {
                let own = records.filter {
                    $0.type == type && $0.source == source.source.name
                        && $0.bundleIdentifier == source.source.bundleIdentifier
                }
                let values = own.compactMap(\.value)
                // Discrete types have an average, and cumulative types a sum.
                let figures = source.figures
                let sum = try #require(figures.sum ?? figures.average.map { $0 * Double(figures.count) })
                after.append(
                    Figures(
                        key: "\(type) \(source.source.name)",
                        numbers: [
                            // Cumulative types have no least and greatest value.
                            Double(figures.count), figures.minimum ?? values.min() ?? .nan,
                            figures.maximum ?? values.max() ?? .nan, sum,
                            own.map(\.start.timeIntervalSince1970).min() ?? .nan,
                            own.map(\.end.timeIntervalSince1970).max() ?? .nan,
                        ]))
                #expect(values.count == figures.count)
            }
        }
        #expect(before.map(\.key).sorted() == after.map(\.key).sorted())
        for (left, right) in zip(before.sorted(), after.sorted()) {
            for (old, new) in zip(left.numbers, right.numbers) {
                #expect(abs(old - new) <= 1e-9 * abs(old), "\(left) and \(right)")
            }
        }
    }
}
