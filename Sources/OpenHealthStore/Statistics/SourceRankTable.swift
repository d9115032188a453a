// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The ranks of sources and their devices by provenance, and the ways in which samples that lack properties came.
package struct SourceRankTable: Sendable {
    /// The sources, highest priority first.
    package let sources: [Int64]
    /// Whether a source has samples that lack properties.
    package let hasPartial: Bool
    /// The number of ranks of each source: one for each of its devices that count for themselves, and one for all other samples.
    private let ranksOfSource: Int32
    /// The ranks by provenance; -1 if there is no such provenance.
    private let ranks: [Int32]
    /// The ways in which samples came.
    package let ways: PushWays
    /// The numbers of the ways by provenance; empty if no samples lack properties.
    private let wayOfProvenance: [Int32]
    /// The provenances whose samples without a duration count for their minute; see ``ReadingMinute``. Empty for other types.
    private let provenancesWithoutEnd: Set<Int>
    /// The samples of copies of workouts; nil if all samples count.
    package let copies: EffortCopies?

    /// The maximum number of a provenance. No store has as many, and a table of this size needs little memory.
    private static let numberLimit = 1 << 24

    /// Creates the table for the order of the sources of a type. Sources that aren't in the order follow, sorted by number.
    /// - Parameter countsCopies: Whether the samples of copies of workouts count in sums, too.
    package init(_ db: Database, type: Int64, countsCopies: Bool = false) throws {
        let order = try SourceOrder.read(db, type: type).sources
        var sources = order
        var rankOfSource: [Int64: Int32] = [:]
        for (rank, source) in order.enumerated() { rankOfSource[source] = Int32(rank) }
        var ranks: [Int32] = []
        let identifier = try String.fetchOne(
            db.cachedStatement(sql: "SELECT identifier FROM sample_type WHERE id = ?"), arguments: [type])
        let devices = try CountingDevices(db, type: identifier)
        ranksOfSource = devices.count
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(ProvenanceColumn.selection) FROM provenance ORDER BY source, id")
        while let row = try rows.next() {
            let (provenance, source): (Int, Int64) = (
                try row.value(at: ProvenanceColumn.id), try row.value(at: ProvenanceColumn.source)
            )
            guard (0..<Self.numberLimit).contains(provenance) else {
                throw StoreError.corrupt("provenance", "a row has a number that is never assigned")
            }
            if rankOfSource[source] == nil {
                rankOfSource[source] = Int32(sources.count)
                sources.append(source)
            }
            if provenance >= ranks.count {
                ranks.append(contentsOf: repeatElement(-1, count: provenance + 1 - ranks.count))
            }
            // checked: there are at most 2²⁴ sources of provenances, with at most 16 ranks
            ranks[provenance] = rankOfSource[source].map { $0 * devices.count + devices.place(of: provenance) } ?? -1
        }
        self.sources = sources
        self.ranks = ranks
        let found = try PushWays.read(db, of: identifier)
        var ways = found.wayOfProvenance.isEmpty ? [] : [Int32](repeating: 0, count: ranks.count)
        for (provenance, way) in found.wayOfProvenance where ways.indices.contains(provenance) {
            ways[provenance] = way
        }
        self.ways = found.ways
        wayOfProvenance = ways
        hasPartial = !ways.isEmpty
        let hasMinutes = !found.withoutEnd.isEmpty && identifier.map(ReadingMinute.applies) ?? false
        provenancesWithoutEnd = hasMinutes ? found.withoutEnd : []
        copies = countsCopies ? nil : try EffortCopies(db, type: type, rankOfSource: rankOfSource)
    }

    /// Returns the rank of the source of a provenance, or of its device if that counts for itself; see ``position(ofRank:)``.
    @inline(__always)
    package func rank(ofProvenance provenance: Int64) -> Int32 {
        let index = Int(truncatingIfNeeded: provenance)
        guard ranks.indices.contains(index), ranks[index] >= 0 else { return Int32(sources.count) * ranksOfSource }
        return ranks[index]
    }

    /// Returns the position in ``sources`` of the source with a rank.
    @inline(__always)
    package func position(ofRank rank: Int32) -> Int { Int(sourceRank(of: rank)) }

    /// Returns the rank of the source alone.
    @inline(__always)
    package func sourceRank(of rank: Int32) -> Int32 { ranksOfSource == 1 ? rank : rank / ranksOfSource }

    /// Returns the samples of a single source with the ranks of its devices alone. A sweep needs space for all ranks up to the highest, which
    /// would be too much for thousands of sweeps.
    func alone(_ samples: [StatisticsInterval]) -> [StatisticsInterval] {
        samples.map { sample in
            var sample = sample
            sample.rank = sample.rank % ranksOfSource
            return sample
        }
    }

    /// Whether the samples have purposes; see ``MetadataPurposes``.
    package var hasPurposes: Bool { ways.rule.hasPurposes }

    /// Whether there are readings that count for their minute; see ``ReadingMinute``.
    package var hasMinutes: Bool { !provenancesWithoutEnd.isEmpty }

    /// Returns whether a sample is a reading that counts for its minute.
    @inline(__always)
    package func isOfMinute(provenance: Int64, start: Double, end: Double) -> Bool {
        hasMinutes && start == end && provenancesWithoutEnd.contains(Int(truncatingIfNeeded: provenance))
    }

    /// Returns the way in which the samples of a provenance came: 0 if they are complete.
    @inline(__always)
    package func way(ofProvenance provenance: Int64) -> Int {
        let index = Int(truncatingIfNeeded: provenance)
        return wayOfProvenance.indices.contains(index) ? Int(wayOfProvenance[index]) : 0
    }
}

/// A source with its number and names.
public struct StatisticsSource: Sendable, Hashable, Identifiable {
    /// The number of the source in this store.
    public var id: Int64
    /// The name of the app or device.
    public var name: String
    /// The bundle identifier of the app; nil for imported sources.
    public var bundleIdentifier: String?
}

/// A source in the order of sources, with the reason for its position.
public struct RankedSource: Sendable, Hashable {
    /// The reason for a source's position.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The person chose the position.
        case chosen
        /// The source contains manual entries.
        case enteredByHand
        /// The source is an Apple Watch.
        case watch
        /// The source is an iPhone.
        case phone
        /// The source is another Apple device.
        case otherAppleDevice
        /// The source is an app or an accessory.
        case other
    }

    /// The source.
    public var source: StatisticsSource
    /// The reason for the position.
    public var reason: Reason
}

/// The ways in which samples came to a store. Where samples of one source overlap, their ways decide which of them count.
///
/// Complete samples have way 0. The other ways follow in order, beginning with the way whose samples have the most properties.
///
/// Events (``EventRule``), and foods and drinks whose ends are known, are recognised one by one when two apps push them (``PushedCopy``).
/// Those that differ are distinct. A reading without an end can be the sum of a minute, and is compared with the events of its minute.
package struct PushWays: Sendable {
    /// The ways by which samples are compared.
    struct Way: Hashable, Comparable {
        var origin: PushWay
        /// Whether the samples lack their ends, so that they can be the sums of minutes.
        var sumsMinutes: Bool

        /// Returns whether samples of the first way are better informed.
        static func < (a: Self, b: Self) -> Bool {
            a.origin == b.origin ? !a.sumsMinutes && b.sumsMinutes : a.origin < b.origin
        }
    }

    /// The rule of the type of the samples.
    let rule: EventRule
    /// The number of the app of each way; -1 for complete samples.
    private let apps: [Int32]
    /// Whether the samples of each way can be the sums of minutes.
    private let sumsMinutes: [Bool]

    /// Creates a list of ways.
    /// - Parameter ways: The ways except that of complete samples, in order.
    init(_ ways: [Way], _ rule: EventRule) {
        var numbers: [String: Int32] = [:]
        var apps: [Int32] = [-1]
        for way in ways {
            let number = numbers[way.origin.app] ?? Int32(numbers.count)
            numbers[way.origin.app] = number
            apps.append(number)
        }
        self.rule = rule
        self.apps = apps
        sumsMinutes = [false] + ways.map(\.sumsMinutes)
        comparesApps = numbers.count > 1
    }

    /// The number of ways.
    var count: Int { apps.count }

    /// Whether samples of several apps lack properties, so that these are compared with each other.
    package let comparesApps: Bool

    /// Whether samples of the type are events, by their duration.
    var hasEvents: Bool { rule.longestEvent >= 0 }

    /// Returns whether the samples of a way can be the sums of minutes.
    func sumsMinutes(_ way: Int) -> Bool { sumsMinutes[way] }

    /// Returns whether samples of a way replace those of another that they overlap. Samples of one app never replace each other.
    func replaces(_ way: Int, _ other: Int) -> Bool {
        way < other && apps[way] != apps[other]
            && !(rule == .portions && way > 0 && !sumsMinutes[way] && !sumsMinutes[other])
    }

    /// Returns whether events of a way replace those of another in the same minute: one of them can be the sum of the minute.
    func replacesInMinute(_ way: Int, _ other: Int) -> Bool {
        way < other && apps[way] != apps[other] && sumsMinutes[way] != sumsMinutes[other]
    }

    /// Reads the ways of a store.
    /// - Parameter type: The identifier of the type of the samples.
    /// - Returns: The ways, the way of each provenance whose samples lack properties, and the provenances whose samples lack their end.
    static func read(
        _ db: Database, of type: String?
    ) throws -> (ways: PushWays, wayOfProvenance: [Int: Int32], withoutEnd: Set<Int>) {
        let rule = type.map { EventRule(type: $0) } ?? .measurements
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(WayColumn.selection)
                    FROM provenance WHERE missing > 0 AND missing & ? = 0
                    """), arguments: [MissingProperties.confirmed.rawValue])
        let found = try rows.map { row in
            let missing = MissingProperties(rawValue: try row.value(at: WayColumn.missing))
            let origin = PushWay(facts: try row.value(at: WayColumn.facts), app: try row.value(at: WayColumn.sender))
            // The moments of Nightscout, which has identifiers of its own, are exact.
            let sumsMinutes = rule != .measurements && missing.contains(.end) && !missing.contains(.identifier)
            return (
                id: try row.value(Int.self, at: WayColumn.id), way: Way(origin: origin, sumsMinutes: sumsMinutes),
                missing: missing
            )
        }
        let ordered = Set(found.map(\.way)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(ordered, Int32(1)...))
        return (
            PushWays(ordered, rule),
            Dictionary(uniqueKeysWithValues: found.map { ($0.id, numbers[$0.way] ?? 0) }),
            Set(found.lazy.filter { $0.missing.contains(.end) }.map(\.id))
        )
    }
}

private enum ProvenanceColumn: Int32, PositionedColumns {
    case id, source
}

private enum WayColumn: Int32, PositionedColumns {
    case id, sender, facts, missing

    var expression: String {
        switch self {
        case .id, .missing: "\(self)"
        case .sender: "ifnull(app, '')"
        case .facts:
            """
            (bundle_identifier IS NOT NULL) + (source_version IS NOT NULL) + (product_type IS NOT NULL)
                + (operating_system IS NOT NULL) + (device IS NOT NULL)
            """
        }
    }
}
