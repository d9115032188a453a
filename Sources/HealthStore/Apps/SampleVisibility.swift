// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

/// Which samples of a type an app sees, as lines of the table.
struct SampleVisibility {
    /// What the person has said.
    enum Rule {
        case access(SampleAccess)
        /// Those that the person has chosen one by one, and those that the app saved itself.
        case chosen(Set<UUID>)
    }

    let rule: Rule
    /// The numbers of the sources that are the app.
    let ownSources: Set<Int64>

    /// Whether the app sees a line.
    func sees(_ sample: RawSample, _ reader: RecordReader) throws -> Bool {
        switch rule {
        case .access(.all): return true
        case .access(.since(let date)) where sample.start >= date.timeIntervalSince1970: return true
        case .chosen(let uuids) where uuids.contains(try reader.uuid(sample)): return true
        default: return ownSources.contains(try reader.origin(sample.provenance).source)
        }
    }

    /// Whether the app is told of the end of a sample, of which nothing is left but its source.
    func tellsDeletion(source: Int64?) -> Bool {
        switch rule {
        case .access(.all), .access(.since): true
        case .access(.own), .chosen: source.map(ownSources.contains) ?? false
        }
    }

    /// The lines that the app may see, where the database can tell: a condition, nil where it sees all or only a look at
    /// each line tells, and when they can start.
    func narrowing(_ db: Database, type: Int64) throws -> (condition: SQLCondition?, starts: StartRanges) {
        guard case .access(let access) = rule, access != .all else { return (nil, .all) }
        let own = try Int64.fetchAll(
            db,
            sql: """
                SELECT id FROM provenance WHERE source IN \(SQLCondition.list(ownSources))
                AND source IN (SELECT source FROM type_source WHERE type = ?)
                """, arguments: [type])
        let isOwn = PredicateSQL.provenances(own)
        guard case .since(let date) = access else { return (isOwn, own.isEmpty ? .none : .all) }
        let start = date.timeIntervalSince1970
        return (
            .any([isOwn, SQLCondition("s.start >= ?", [start])]),
            own.isEmpty ? StartRanges(from: start, through: .infinity) : .all
        )
    }
}

extension AppSession {
    /// Which samples of a type the app sees.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` where it has asked for neither reading nor saving.
    func visibility(_ db: Database, _ type: HKSampleType) throws -> SampleVisibility {
        let own = try ownSources(db)
        if type.requiresPerObjectAuthorization() {
            return SampleVisibility(rule: .chosen(try chosenObjects(db)), ownSources: own)
        }
        return SampleVisibility(rule: .access(try access(db, type)), ownSources: own)
    }

    /// Which members of correlations the app sees: it may have asked for some of the types alone.
    func memberVisibility(_ reader: RecordReader) throws -> (RawSample) throws -> Bool {
        let own = try ownSources(reader.db)
        var known: [Int64: SampleVisibility] = [:]
        return { [self] sample in
            if let rule = known[sample.type] { return try rule.sees(sample, reader) }
            var access = SampleAccess.own
            if let type = try reader.type(sample.type).sampleType {
                do {
                    access = try self.access(reader.db, type)
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    // What it has not asked for it does not see.
                }
            }
            let rule = SampleVisibility(rule: .access(access), ownSources: own)
            known[sample.type] = rule
            return try rule.sees(sample, reader)
        }
    }

    /// The objects that the person has chosen for the app to see.
    private func chosenObjects(_ db: Database) throws -> Set<UUID> {
        Set(
            try Data.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT o.uuid FROM object_permission AS o JOIN app AS a ON a.id = o.app WHERE a.identifier = ?
                        """),
                arguments: [app.identifier]
            ).compactMap(UUID.init(bytes:)))
    }
}
