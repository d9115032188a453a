// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The stored sample that a reading of a push is.
enum PushMatch {
    /// A sample that the push can change.
    case own(StoredRow)
    /// A sample of another party, which the push does not change.
    case other(StoredRow, SampleHolder)
    /// A sample with the identity of the reading that does not change: its position and its start.
    case known(Int64, start: Double)
    /// None.
    case new
}

/// The stored sample that a reading of a push is, and the earlier versions of the reading.
struct PushFind {
    var match: PushMatch
    /// The samples that the reading replaces because of its identity; nil if there are none.
    var outdated: OutdatedSamples?
}

/// The stored sample of an item.
struct ItemPlace {
    /// The position of the sample in the order of changes.
    var id: Int64
    /// Whether the sample was just added.
    var isNew: Bool
    /// Whether the sample is one that the push does not change.
    var isOther = false
    /// Whether the sample lacked facts and the import completes it.
    var isCompleted = false
}

extension Ingestion {
    /// Returns the stored sample that a reading of a push is: the one with its UUID, or else one with the same content.
    ///
    /// Samples of the same connection are found by their UUID alone; if the content has changed, they are earlier versions of the reading. A
    /// sample of another party with the UUID must have the same end and value, too, unless it is a food: foods of two connections both count, so
    /// that two versions of one would be added. Any other sample of another connection must carry its value, and
    /// its end or that of the reading, so that a connection that knows less than another does not take the place of its samples. Workouts and
    /// other items of other connections are not compared, because their parts differ. Records of Nightscout have other identifiers than the
    /// samples of Apple Health that they are, so each can be one sample with another identifier. Samples of other parties can start up to a
    /// second earlier or later; see ``NearStarts``.
    /// - Parameters:
    ///   - near: The samples that start at about the same time; nil for types that are compared by seconds.
    ///   - isItem: Whether the reading is an item.
    ///   - food: The food, if the reading is one.
    ///   - allowed: Returns whether a sample can match.
    ///   - isSame: Returns whether an otherwise equal sample has the same details.
    func find(
        _ wanted: StartGroup.Wanted, _ identity: PushedIdentity, start: Double, in group: StartGroup,
        near: NearStarts? = nil, canonical: HKUnit?, type: Int64, isItem: Bool = false, food: FoodReading? = nil,
        allowed: (StoredRow) throws -> Bool = { _ in true }, isSame: (Int64) throws -> Bool = { _ in true }
    ) throws -> PushFind {
        guard let push else { return PushFind(match: .new) }
        var outdated: OutdatedSamples?
        // The samples of other parties that have the UUID, or that a connection has sent with the UUID.
        var elsewhere: Set<Int64> = []
        let uuid = identity.uuid
        if let uuid {
            switch try named(
                identity, uuid, wanted, start: start, canonical: canonical, type: type, &elsewhere, isSame: isSame)
            {
            case .match(let match): return PushFind(match: match)
            case .earlier(let versions): outdated = versions
            case .none:
                if let id = try copied(uuid, type: type, start: start, includesNear: near != nil, &elsewhere) {
                    if !isItem { try renewCopies(uuid, type: type, end: wanted.end, value: wanted.value) }
                    return PushFind(match: .known(id, start: start))
                }
            }
        }
        let nearRows = near?.around(start) ?? []
        guard !group.rows.isEmpty || !nearRows.isEmpty else { return PushFind(match: .new, outdated: outdated) }
        let nearGroup = try StartGroup(nearRows, facts)
        let isOfNightscout = uuid != nil && wanted.identity.missing.contains(.identifier)
        func best(
            _ known: MissingProperties, isSame: (Int64) throws -> Bool = { _ in true }, isVersion: Bool = false,
            isNamedOtherwise: Bool = false, isNear: Bool = false, where isMatch: (SampleHolder) -> Bool
        ) throws -> StoredRow? {
            try (isNear ? nearGroup : group).partial(
                wanted, canonical: canonical, facts, isComplete: true, known: known, isNear: isNear,
                allowed: { row in
                    guard isUnmatched(row.id), try allowed(row) else { return false }
                    let holder = try self.holder(of: row)
                    guard isMatch(holder) else { return false }
                    if let food {
                        let name = try self.foodName(row.metadata)
                        guard isVersion ? food.isVersion(ofFood: name) : food.canBe(name) else { return false }
                    }
                    if !isItem, uuid == nil, push.reach.isOwn(holder), try self.isCorrected(row, wanted, start: start) {
                        return false
                    }
                    if isItem, uuid == nil, !isVersion, push.reach.isOwn(holder),
                        try self.hasOtherSums(row.id, than: push.item.sums)
                    {
                        return false
                    }
                    if isNamedOtherwise {
                        guard try isOfNightscout || self.isNamedByNightscout(row) else { return false }
                    } else {
                        guard try uuid == nil || self.givenUUID(row).map({ $0 == uuid }) ?? true else { return false }
                    }
                    // Records of one sender with different identifiers are different records.
                    if uuid != nil, isNamedOtherwise || isOfNightscout || holder != .imports, !push.reach.isOwn(holder),
                        try self.hasCopy(of: row.id, end: wanted.end, value: wanted.value, includesNear: near != nil)
                    {
                        return false
                    }
                    return try isSame(row.id)
                }, isSame: { _ in true })
        }
        if outdated == nil, let own = try best([], isSame: isSame, where: push.reach.isOwn) {
            return PushFind(match: .own(own))
        }
        if isItem, outdated == nil, let own = try best([], isVersion: true, where: push.reach.isOwn) {
            outdated = OutdatedSamples(rows: [own], reason: .corrected)
        }
        if !isItem, !elsewhere.isEmpty {
            var same = try group.sameUUID(
                wanted, canonical: canonical, facts,
                allowed: { row in
                    try elsewhere.contains(row.id) && self.isOfOthers(row)
                        && !self.hasCopy(of: row.id, end: wanted.end, value: wanted.value, includesNear: false)
                })
            if same == nil, food != nil {
                same = try group.rows.first { try elsewhere.contains($0.id) && isVersionOfOthers($0) }
            }
            if let same { return PushFind(match: .other(same, try holder(of: same)), outdated: outdated) }
        }
        if let imported = try best([], isSame: isSame, where: { $0 == .imports }) {
            return PushFind(match: .other(imported, .imports), outdated: outdated)
        }
        if isItem { return PushFind(match: .new, outdated: outdated) }
        func isOfOthers(_ holder: SampleHolder) -> Bool {
            if case .connection = holder { return !push.reach.isOwn(holder) }
            return false
        }
        var other = try best([.end, .value], where: isOfOthers)
        if other == nil {
            // Nightscout does not state how long a delivery of insulin takes, and a reading of Health Auto Export can have a date only.
            other = try best([.value], isNamedOtherwise: true) { $0 == .imports || isOfOthers($0) }
        }
        if other == nil, !nearRows.isEmpty, let near {
            if !near.isOfNightscout {
                other =
                    try best([], isNear: true) { $0 == .imports }
                    ?? best([.end, .value], isNear: true, where: isOfOthers)
            }
            if other == nil {
                other = try best([.value], isNamedOtherwise: true, isNear: true) { $0 == .imports || isOfOthers($0) }
            }
        }
        let match: PushMatch = try other.map { .other($0, try holder(of: $0)) } ?? .new
        return PushFind(match: match, outdated: outdated)
    }

    /// Returns whether a sample of the connection carries the same facts as a reading without an identity, but another value, which the reading
    /// corrects however small the difference is. Values are rounded differently only where formats or units differ.
    private func isCorrected(_ row: StoredRow, _ wanted: StartGroup.Wanted, start: Double) throws -> Bool {
        guard !row.value.isNaN, !wanted.value.isNaN, row.value != wanted.value, row.start == start,
            row.end == wanted.end
        else { return false }
        let identity = try facts.identity(ofProvenance: row.provenance)
        return try identity.source == wanted.identity.source && identity.unit == wanted.identity.unit
            && identity.missing == wanted.identity.missing && givenUUID(row) == nil
    }

    /// Returns whether a sample is from another party whose samples a push can contain, too.
    private func isOfOthers(_ row: StoredRow) throws -> Bool {
        guard let push, isUnmatched(row.id) else { return false }
        let holder = try holder(of: row)
        return holder != .app && !push.reach.isOwn(holder)
    }

    /// Returns whether a sample that another party has with the identity of a food can be another version of it. Records of one sender with
    /// different identifiers are different records.
    func isVersionOfOthers(_ row: StoredRow) throws -> Bool { try isOfOthers(row) && !hasCopy(of: row.id) }

    /// Returns the samples of a second that a push searches. In a second with many samples, a push searches its own and the samples of
    /// imports, or only its own. Other connections can then neither hide the samples of a repeated push from it, nor use up its limit.
    /// - Throws: A ``StoreError``: `tooManyFacts` if the connection has more samples of the type in the second than it may.
    func searchedGroup(_ group: StartGroup) throws -> StartGroup {
        guard let reach = push?.reach, group.rows.count > StartGroup.maximumPartialLength else { return group }
        let holders = try group.rows.map(holder)
        let own = zip(group.rows, holders).filter { reach.isOwn($1) }.map(\.0)
        try StartGroup.check(own.count, StartGroup.maximumForPush)
        let reached = zip(group.rows, holders).filter { reach.isOwn($1) || $1 == .imports }.map(\.0)
        return try StartGroup(reached.count > StartGroup.maximumPartialLength ? own : reached, facts)
    }

    /// Returns the party that can change a sample.
    func holder(of stored: StoredRow) throws -> SampleHolder {
        try PushReach.holder(
            ofSample: stored.id, ordinal: stored.ordinal, origin: records.origin(stored.provenance), db)
    }

    /// Returns the UUID that a phone or another app gave a sample. Derived UUIDs are stored too if the facts that they were derived
    /// from have changed.
    func givenUUID(_ stored: StoredRow) throws -> UUID? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT uuid, app IS NOT NULL OR imported AS is_given FROM sample_uuid WHERE id = ?"),
            arguments: [stored.id])
        guard let row else { return nil }
        let isGiven =
            try row.value(Bool.self, of: "is_given") || records.origin(stored.provenance).bundleIdentifier != nil
        return isGiven ? UUID(bytes: try row.value(of: "uuid")) : nil
    }

    // MARK: Imports

    /// Replaces the samples of other connections that a record of an import is, too, with copies of the sample that the record matches.
    /// - Parameters:
    ///   - rows: The samples that the record can be.
    ///   - stored: The sample that the record matches.
    ///   - holder: The party that could change the sample before the import.
    func absorb(
        _ wanted: StartGroup.Wanted, _ rows: [StoredRow], type: Int64, canonical: HKUnit?, into stored: StoredRow,
        holder: SampleHolder
    ) throws {
        guard rows.count <= StartGroup.maximumPartialLength else { return }
        var apps: Set<String> = []
        if case .connection(let app) = holder { apps.insert(app) }
        let others = try rows.filter { row in
            try row.id < writer.firstID && row.id != stored.id && !matched.contains(row.id)
                && !facts.identity(ofProvenance: row.provenance).missing.isEmpty
        }
        if others.isEmpty { return }
        let group = try StartGroup(others, facts)
        while true {
            var found: String?
            let other = try group.partial(
                wanted, canonical: canonical, facts,
                allowed: { row in
                    guard !self.matched.contains(row.id), case .connection(let app) = try self.holder(of: row),
                        !apps.contains(app)
                    else { return false }
                    return true
                }, isSame: { _ in true })
            guard let other else { return }
            if case .connection(let app) = try self.holder(of: other) { found = app }
            guard let app = found,
                let sample = try SampleLookup.sample(db, type: type, start: other.start, id: other.id)
            else { return }
            apps.insert(app)
            matched.insert(other.id)
            let copy = PushedCopy(
                app: app, uuid: sample.ordinal < 0 ? try records.uuid(sample) : nil, end: sample.end,
                value: sample.value, text: sample.text, provenance: sample.provenance, metadata: sample.metadata,
                lag: sample.lag)
            try writer.delete(sample)
            if copy.uuid != nil { try copy.insert(db, of: stored.id, type: type, start: stored.start) }
        }
    }

    // MARK: Copies

    /// Returns whether the connection has a copy of a sample.
    func hasCopy(of sample: Int64) throws -> Bool { try !ownCopies(of: sample).isEmpty }

    /// Returns the copies of a sample that the connection has.
    func ownCopies(of sample: Int64) throws -> [PushedCopy] {
        try PushedCopy.all(db, of: sample).filter { push?.reach.apps.contains($0.app) == true }
    }

    /// Returns whether the connection has a copy of a sample with an end and a value. Copies of earlier versions of the sample have others.
    /// - Parameter includesNear: Whether copies whose ends differ by up to a second are those; see ``NearStarts``.
    private func hasCopy(of sample: Int64, end: Double, value: Double, includesNear: Bool) throws -> Bool {
        guard let push else { return false }
        return try PushedCopy.all(db, of: sample).contains { copy in
            let isSameValue = copy.value == value || copy.value.isNaN && value.isNaN
            let isSameEnd =
                copy.end.rounded(.down) == end.rounded(.down) || includesNear && NearStarts.isNear(copy.end, end)
            return copy.app == push.app && isSameValue && isSameEnd
        }
    }

    /// Returns whether the UUID of a sample was derived from a document of Nightscout.
    func isNamedByNightscout(_ stored: StoredRow) throws -> Bool {
        if try facts.identity(ofProvenance: stored.provenance).missing.contains(.identifier) { return true }
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM sample_uuid AS u JOIN nightscout_part AS p ON p.uuid = u.uuid WHERE u.id = ?)
                    """), arguments: [stored.id]) ?? false
    }

    /// Returns whether the connection has a copy of a sample with the end, value and source of a record. The sample can have others since its own
    /// connection changed it.
    func hasCopy(of sample: Int64, equalTo record: IngestRecord) throws -> Bool {
        try ownCopies(of: sample).contains { copy in
            try copy.end.rounded(.down) == record.row.end.rounded(.down)
                && StartGroup.sameValue(copy.value, record.row.value)
                && facts.identity(ofProvenance: copy.provenance).isSameOrigin(as: record.provenance.identity)
        }
    }

    /// Sets the end and the value of the connection's copy without a UUID of a sample.
    func renewCopy(of sample: Int64, with record: IngestRecord) throws {
        guard let push else { return }
        let statement = try db.cachedStatement(
            sql: "UPDATE pushed_copy SET end = ?1, value = ?2 WHERE sample = ?3 AND uuid IS NULL AND app = ?4")
        for app in push.reach.apps {
            try statement.execute(arguments: [record.row.end, record.row.value, sample, app])
        }
    }

    /// Removes the connection's copy without a UUID of a sample, which its sender no longer has.
    func removeCopy(of sample: Int64) throws {
        guard let push else { return }
        let statement = try db.cachedStatement(
            sql: "DELETE FROM pushed_copy WHERE sample = ? AND uuid IS NULL AND app = ?")
        for app in push.reach.apps { try statement.execute(arguments: [sample, app]) }
    }

    /// Sets the end and the value of the connection's copies with a UUID, whose record its sender has changed.
    private func renewCopies(_ uuid: UUID, type: Int64, end: Double, value: Double) throws {
        guard let push, !value.isNaN else { return }
        let statement = try db.cachedStatement(
            sql: """
                UPDATE pushed_copy SET end = ?1, value = ?2
                WHERE uuid = ?3 AND type = ?4 AND app = ?5 AND (end IS NOT ?1 OR value IS NOT ?2)
                """)
        for app in push.reach.apps { try statement.execute(arguments: [end, value, uuid.bytes, type, app]) }
    }

    /// Returns the position of the sample of which the connection has a copy with a UUID. A copy at another date, from which the sender has
    /// moved the record, is removed.
    /// - Parameters:
    ///   - includesNear: Whether the sample can start up to a second earlier or later than the copy; see ``NearStarts``.
    ///   - elsewhere: Receives the positions of the samples of which other connections have copies with the UUID.
    private func copied(
        _ uuid: UUID, type: Int64, start: Double, includesNear: Bool, _ elsewhere: inout Set<Int64>
    ) throws -> Int64? {
        guard let push, try push.hasCopies(db) else { return nil }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT app, start, sample, id FROM pushed_copy WHERE uuid = ? AND type = ?"),
            arguments: [uuid.bytes, type])
        var own: [Row] = []
        for row in rows {
            if try push.reach.apps.contains(row.value(String.self, of: "app")) {
                own.append(row)
            } else {
                elsewhere.insert(try row.value(of: "sample"))
            }
        }
        for row in own {
            let stored: Double = try row.value(of: "start")
            if stored.rounded(.down) == start.rounded(.down) || includesNear && NearStarts.isNear(stored, start) {
                return try row.value(of: "sample")
            }
        }
        for row in own {
            try db.cachedStatement(sql: "DELETE FROM pushed_copy WHERE id = ?").execute(
                arguments: [try row.value(Int64.self, of: "id")])
        }
        return nil
    }

    /// Stores what the connection knows of a sample of another party.
    ///
    /// Other apps do not see the copy. It lets the connection delete what it pushed, and becomes a sample when the other connection deletes its
    /// sample. A copy of an imported sample without a UUID has no use, since an import carries all facts.
    /// - Parameter values: The metadata, if text does not restore their values.
    func keep(
        _ copy: OtherCopy, of stored: StoredRow, type: Int64, holder: SampleHolder, _ values: [String: HKMetadataValue]?
    ) throws {
        guard let push, copy.uuid != nil || holder != .imports else { return }
        let apps = try String.fetchAll(
            db.cachedStatement(sql: "SELECT app FROM pushed_copy WHERE sample = ? AND uuid IS ?"),
            arguments: [stored.id, copy.uuid?.bytes])
        guard !apps.contains(where: push.reach.apps.contains) else { return }
        push.noteCopy()
        let metadata = try copy.uuid == nil ? copy.metadata : typedMetadata.number(of: copy.metadata, values)
        // checked: dates are finite and have at most 13 digits
        let lag = copy.created.isNaN ? nil : Int64((copy.created - stored.start).rounded())
        try PushedCopy(
            app: push.app, uuid: copy.uuid, end: copy.end, value: copy.value, text: copy.text,
            provenance: copy.provenance.number, metadata: metadata, lag: lag
        ).insert(db, of: stored.id, type: type, start: stored.start)
    }
}
