// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The visibility of the samples of a type to an app, evaluated with rows of the table.
package struct SampleVisibility {
    /// The permission of the person.
    package enum Rule {
        case access(SampleAccess)
        /// The samples that the person selected individually, including deleted ones, and the samples that the app saved.
        case chosen(Set<UUID>)
    }

    package let rule: Rule
    /// The numbers of the app's sources.
    package let ownSources: Set<Int64>

    package init(rule: Rule, ownSources: Set<Int64>) {
        self.rule = rule
        self.ownSources = ownSources
    }

    /// Whether all samples are visible.
    var isUnlimited: Bool {
        if case .access(.all) = rule { true } else { false }
    }

    /// Returns whether a row is visible to the app.
    package func sees(_ sample: RawSample, _ reader: RecordReader) throws -> Bool {
        switch rule {
        case .access(.all): return true
        case .access(.since(let date)) where sample.start >= date.timeIntervalSince1970: return true
        case .chosen(let uuids) where uuids.contains(try reader.uuid(sample)): return true
        default: return ownSources.contains(try reader.origin(sample.provenance).source)
        }
    }

    /// Returns whether the deletion of a sample is visible to the app, which is the case if the sample was visible.
    package func tellsDeletion(of uuid: UUID, _ trace: DeletionTrace) -> Bool {
        let isOwn = trace.source.map(ownSources.contains) ?? false
        return switch rule {
        case .access(.all): true
        case .access(.since(let date)): isOwn || trace.start.map { $0 >= date.timeIntervalSince1970 } ?? false
        case .access(.own): isOwn
        case .chosen(let uuids): isOwn || uuids.contains(uuid)
        }
    }

    /// Returns what the database can evaluate of the visibility: a condition, which is nil if all rows are visible or must be
    /// evaluated individually, and the ranges of start dates.
    package func narrowing(_ db: Database, type: Int64) throws -> (condition: SQLCondition?, starts: StartRanges) {
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

/// The permissions with which samples are read.
package protocol SampleViewer {
    /// Returns which samples of a type are visible.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` if the viewer has not requested authorization for the type.
    func visibility(_ db: Database, _ type: HKSampleType) throws -> SampleVisibility
    /// Returns the numbers of the sources that belong to the viewer.
    func ownSources(_ db: Database) throws -> Set<Int64>
    /// Returns whether the viewer can read everything on which it depends which workouts are copies.
    func seesEfforts(_ db: Database) throws -> Bool
}

extension SampleViewer {
    /// Returns a function that determines whether a sample of any type is visible, such as a member of a correlation. For types
    /// without a requested authorization, only the viewer's own samples are visible.
    package func sight(_ reader: RecordReader) throws -> (RawSample) throws -> Bool {
        let own = try ownSources(reader.db)
        var known: [Int64: SampleVisibility] = [:]
        return { sample in
            if let rule = known[sample.type] { return try rule.sees(sample, reader) }
            var rule = SampleVisibility(rule: .access(.own), ownSources: own)
            if let type = try reader.type(sample.type).sampleType {
                do {
                    rule = try visibility(reader.db, type)
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    // Without authorization, the initial rule applies: only own samples are visible.
                }
            }
            known[sample.type] = rule
            return try rule.sees(sample, reader)
        }
    }
}

/// The viewer with access to all samples: the owner of the store.
package struct OwnerView: SampleViewer {
    package init() {}

    package func visibility(_ db: Database, _ type: HKSampleType) -> SampleVisibility {
        SampleVisibility(rule: .access(.all), ownSources: [])
    }

    package func ownSources(_ db: Database) -> Set<Int64> { [] }

    package func seesEfforts(_ db: Database) -> Bool { true }
}

/// The samples of a type that an app can read.
package enum SampleAccess: Hashable, Sendable {
    /// All samples.
    case all
    /// The samples that the app saved.
    case own
    /// The samples that start at a date or later, and the samples that the app saved.
    case since(Date)
}
