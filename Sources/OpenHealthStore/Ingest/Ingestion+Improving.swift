// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension Ingestion {
    /// Another copy of a stored sample.
    struct OtherCopy {
        var end: Double
        /// The value; NaN if there is none or it is a string.
        var value: Double
        /// The value if it is a string.
        var text: String?
        var provenance: InputProvenance
        /// The number of the metadata, or -1 for no metadata.
        var metadata: Int64
        var created: Double
        /// The UUID, if the copy carries it.
        var uuid: UUID?

        init(_ record: IngestRecord, uuid: UUID? = nil) {
            end = record.row.end
            value = record.row.value
            text = record.text
            provenance = record.provenance
            metadata = record.metadata
            created = record.row.created
            self.uuid = uuid
        }

        init(end: Double, value: Double, provenance: InputProvenance, metadata: Int64, created: Double, uuid: UUID?) {
            self.end = end
            self.value = value
            self.provenance = provenance
            self.metadata = metadata
            self.created = created
            self.uuid = uuid
        }

        /// The search criteria for an item. Phones write different metadata with a workout from one version to the next, so metadata is not
        /// compared.
        var wantedItem: StartGroup.Wanted {
            var identity = provenance.identity.ofItem
            identity.missing.insert(.metadata)
            return StartGroup.Wanted(end: end, value: value, text: 0, identity: identity, metadata: -1)
        }
    }

    /// Adds to a stored sample the facts that another copy of it carries and the sample lacks.
    ///
    /// The sample keeps its UUID and its position in the order of changes. If the copy has another UUID, it becomes a second name of
    /// the sample, so that apps that know the sample still find it.
    /// - Parameters:
    ///   - type: The number of the type.
    ///   - app: The app that pushed the copy; nil for an import.
    /// - Returns: Whether the sample changed.
    @discardableResult
    func improve(_ stored: StoredRow, type: Int64, with copy: OtherCopy, app: String? = nil) throws -> Bool {
        let named = try name(stored, type: type, copy.uuid, app: app)
        var missing = try facts.identity(ofProvenance: stored.provenance).missing
        // An import decides about the facts of a sample that only a connection brought.
        let replaces = try push == nil && isPushed(stored)
        if replaces { missing.formUnion(.metadata) }
        guard !missing.isEmpty, replaces || !addsNothing(copy, to: stored, missing) else { return named }
        guard let old = try SampleLookup.sample(db, type: type, start: stored.start, id: stored.id) else {
            throw StoreError.inconsistent("a sample that was just read is missing")
        }
        let isComplete = copy.provenance.identity.missing.isEmpty
        var new = old
        new.provenance = try facts.merged(old.provenance, with: copy.provenance.number, replaces: replaces)
        if missing.contains(.metadata), try !replaces || !facts.isSameText(old.metadata, copy.metadata) {
            new.metadata = try metadata(of: old, and: copy)
        }
        let isKnown = !copy.provenance.identity.missing.contains(.value)
        if isComplete || (isKnown && (missing.contains(.value) || (old.value.isNaN && !copy.value.isNaN))) {
            (new.value, new.text) = (copy.value, copy.text)
        }
        if missing.contains(.end), !copy.provenance.identity.missing.contains(.end) {
            new.end = max(old.start, copy.end)
        }
        // checked: dates are finite and have at most 13 digits
        if old.lag == nil || replaces, !copy.created.isNaN { new.lag = Int64((copy.created - old.start).rounded()) }
        return try replace(old, with: new) || named
    }

    /// Marks a sample of Nightscout of which another connection has a copy. Without the mark, a longer sample of the same source that the other
    /// connection sent, such as basal insulin, would replace it in statistics.
    func confirm(_ stored: StoredRow, type: Int64) throws {
        let missing = try facts.identity(ofProvenance: stored.provenance).missing
        guard missing.contains(.identifier), !missing.contains(.confirmed),
            let old = try SampleLookup.sample(db, type: type, start: stored.start, id: stored.id)
        else { return }
        var new = old
        new.provenance = try facts.confirmed(old.provenance)
        _ = try replace(old, with: new)
    }

    /// Gives a stored workout the name of a workout of an import if that counts, as where an account names the workout of a file that was
    /// imported alone before.
    func addName(of workout: WorkoutData, to id: Int64) throws {
        guard WorkoutName.isStated(in: workout.sample.metadata), let old = try importedWorkout(workout, stored: id)
        else { return }
        let stored = try metadata(of: old)
        guard WorkoutName.counts(workout.sample.metadata, over: stored) else { return }
        try setMetadata(
            WorkoutName.rest(of: stored) + WorkoutName.entries(of: workout.sample.metadata), of: old)
    }

    /// Gives a stored workout the metadata of a version that counts instead, and the other entries that it has already.
    func setMetadata(of workout: WorkoutData, to old: RawSample) throws {
        let stored = try metadata(of: old)
        var own = workout.sample.metadata
        if !WorkoutName.counts(own, over: stored) { own = WorkoutName.rest(of: own) + WorkoutName.entries(of: stored) }
        let keys = Set(own.map(\.key)).union([MetadataPair.incompleteKey])
        try setMetadata(own + stored.filter { !keys.contains($0.key) }, of: old)
        // The details have changed also if the metadata has not.
        writer.noteChange(of: old, to: old, source: try records.origin(old.provenance).source)
    }

    /// Returns the stored workout that a workout of an import is; nil if only connections or the person have brought it.
    func importedWorkout(_ workout: WorkoutData, stored id: Int64) throws -> RawSample? {
        let type = types[try types.index(HKWorkoutTypeIdentifier)].number
        let few = try fewSamples(type: type, at: workout.sample.start.rounded(.down))
        guard let stored = few?.first(where: { $0.id == id }), try holder(of: stored) == .imports else { return nil }
        return try SampleLookup.sample(db, type: type, start: stored.start, id: id)
    }

    /// Returns the metadata of a stored sample.
    func metadata(of sample: RawSample) throws -> [MetadataPair] {
        sample.metadata < 0 ? [] : try records.metadata(sample.metadata).pairs
    }

    private func setMetadata(_ pairs: [MetadataPair], of old: RawSample) throws {
        var new = old
        let number = try facts.metadata(pairs) ?? -1
        new.metadata = old.ordinal < 0 ? try typedMetadata.number(of: number) : number
        _ = try replace(old, with: new)
    }

    /// Returns the place of the stored workout that is a workout of an import but for its kind, which a file alone may not state: TCX has three
    /// kinds, and GPX often none. The document of an account has it. The stored workout gets the kind if it has none.
    func placeOfUnknownKind(_ workout: WorkoutData, activity: Int?) throws -> ItemPlace? {
        let other = Double(HKWorkoutActivityType.other.rawValue)
        let index = try types.index(HKWorkoutTypeIdentifier)
        guard push == nil, let kind = activity.map(Double.init), workout.sample.start <= types[index].latestBefore
        else { return nil }
        let same = try importedRows(of: workout).filter { isUnmatched($0.id) }
        guard !same.contains(where: { $0.value == kind }),
            let stored = same.first(where: { kind == other || $0.value == other }),
            try kind == other || setKind(of: stored, type: types[index].number, activity: kind)
        else { return nil }
        matched.insert(stored.id)
        return ItemPlace(id: stored.id, isNew: false)
    }

    /// Returns the workout of the import, added or matched, of which another file has a further version; nil if there is none.
    func workoutOfImport(_ workout: WorkoutData, activity: Int?) throws -> Int64? {
        let other = Double(HKWorkoutActivityType.other.rawValue)
        let kind = activity.map(Double.init) ?? other
        let same = try importedRows(of: workout).filter { !isUnmatched($0.id) }
        if let equal = same.first(where: { $0.value == kind }) { return equal.id }
        guard let stored = same.first(where: { kind == other || $0.value == other }) else { return nil }
        let type = types[try types.index(HKWorkoutTypeIdentifier)].number
        return try kind == other || setKind(of: stored, type: type, activity: kind) ? stored.id : nil
    }

    /// Returns the samples of imports that can be a workout but for its kind.
    private func importedRows(of workout: WorkoutData) throws -> [StoredRow] {
        let type = types[try types.index(HKWorkoutTypeIdentifier)].number
        let source = dictionary.provenances[Int(workout.sample.provenance)].identity.source
        let rows = try fewSamples(type: type, at: workout.sample.start.rounded(.down)) ?? []
        return try rows.filter { row in
            try row.start == workout.sample.start && row.end == workout.sample.end && holder(of: row) == .imports
                && facts.identity(ofProvenance: row.provenance).source == source && canBe(workout, stored: row.id)
        }
    }

    /// Sets the kind of a workout that has none, and moves its distance to the statistics of the kind.
    /// - Returns: False if the workout has a kind with an unknown name.
    private func setKind(of stored: StoredRow, type: Int64, activity: Double) throws -> Bool {
        let hasNoName = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT activity_name IS NULL FROM workout WHERE id = ?"), arguments: [stored.id])
        guard hasNoName == true,
            let old = try SampleLookup.sample(db, type: type, start: stored.start, id: stored.id)
        else { return false }
        var new = old
        new.value = activity
        _ = try replace(old, with: new)
        let kind = Int(activity)  // checked: a kind of HealthKit
        try db.cachedStatement(sql: "UPDATE workout SET activity_type = ? WHERE id = ?").execute(
            arguments: [kind, stored.id])
        let isMoved = try details.moveDistance(ofWorkout: stored.id, to: kind, from: stored.start, to: stored.end)
        if isMoved, stored.id >= writer.firstID { receipt.count(.workoutStatistics, isNew: true) }
        return true
    }

    /// Returns whether a connection brought a sample, and no import has contained it.
    func isPushed(_ stored: StoredRow) throws -> Bool {
        if case .connection = try holder(of: stored) { return true }
        return false
    }

    /// Returns whether a copy came in the same way as a stored sample and carries nothing that it lacks, as in a repeated push. Most
    /// samples of repeated pushes are decided here, without reading them.
    private func addsNothing(_ copy: OtherCopy, to stored: StoredRow, _ missing: MissingProperties) -> Bool {
        copy.provenance.number == stored.provenance && missing.isDisjoint(with: [.value, .end]) && copy.created.isNaN
            && (copy.metadata < 0 || copy.metadata == stored.metadata)
            && (!stored.value.isNaN || copy.value.isNaN)
    }

    /// Records the UUID of a copy, unless the sample has it already.
    private func name(_ stored: StoredRow, type: Int64, _ uuid: UUID?, app: String?) throws -> Bool {
        guard let uuid else { return false }
        try db.cachedStatement(
            sql: """
                INSERT INTO sample_uuid (id, uuid, type, start, app) SELECT ?1, ?2, ?3, ?4, ?5
                WHERE NOT EXISTS (SELECT 1 FROM sample_uuid WHERE id = ?1)
                """
        ).execute(arguments: [stored.id, uuid.bytes, type, stored.start, app])
        return db.changesCount > 0
    }

    /// Returns the number of the metadata of a sample that lacks some, with that of another copy.
    private func metadata(of old: RawSample, and copy: OtherCopy) throws -> Int64 {
        let reader = records
        let isTyped = old.ordinal < 0
        var pairs = copy.metadata < 0 ? [] : try reader.metadata(copy.metadata).pairs
        if copy.provenance.identity.missing.contains(.metadata), old.metadata >= 0 {
            let kept = try reader.metadata(old.metadata).pairs
            let keys = Set(kept.map(\.key))
            let added = pairs.filter { !keys.contains($0.key) }
            if added.isEmpty { return old.metadata }
            pairs = kept + added
        }
        let number = try facts.metadata(pairs) ?? -1
        return isTyped ? try typedMetadata.number(of: number) : number
    }

    /// Replaces the columns of a sample, which keeps its UUID.
    private func replace(_ old: RawSample, with changed: RawSample) throws -> Bool {
        var new = changed
        let reader = records
        let sources = (old: try reader.origin(old.provenance), new: try reader.origin(new.provenance))
        let isSameValue = (old.value == new.value || old.value.isNaN && new.value.isNaN) && old.text == new.text
        let isSameEnd = old.end == new.end
        if isSameValue, isSameEnd, old.provenance == new.provenance, old.metadata == new.metadata, old.lag == new.lag {
            return false
        }
        let isSameIdentity = isSameValue && isSameEnd && sources.old.hash == sources.new.hash
        if old.ordinal >= 0, !isSameIdentity {
            // The UUID was derived from facts that change, so it is stored from now on.
            let uuid = try reader.uuid(old)
            try db.cachedStatement(
                sql: "INSERT OR IGNORE INTO sample_uuid (id, uuid, type, start) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [old.id, uuid.bytes, old.type, old.start])
            new.ordinal = -1
            new.metadata = try typedMetadata.number(of: new.metadata)
        }
        let value: (any DatabaseValueConvertible)? =
            new.text.map(SampleText.stored) ?? (new.value.isNaN ? nil : new.value)
        try db.cachedStatement(
            sql: """
                UPDATE sample SET end = ?, value = ?, provenance = ?, metadata = ?, lag = ?, ordinal = ?
                WHERE type = ? AND start = ? AND id = ?
                """
        ).execute(
            arguments: [
                new.end == new.start ? nil : new.end, value, new.provenance, new.metadata < 0 ? nil : new.metadata,
                new.lag, new.ordinal < 0 ? nil : new.ordinal, old.type, old.start, old.id,
            ])
        var sums = SampleSums()
        sums.remove(old)
        if let stored = try SampleLookup.sample(db, type: old.type, start: old.start, id: old.id) { sums.note(stored) }
        try sums.flush(db)
        writer.noteChange(of: old, to: new, source: sources.new.source)
        // A better-informed sample replaces those of its source that lack properties; see IntervalBuffer.
        let canChangePurpose = try old.metadata != new.metadata && EventRule(db, type: old.type).hasPurposes
        if !isSameIdentity || canChangePurpose || sources.old.way != sources.new.way
            || sources.old.source != sources.new.source
        {
            for source in Set([sources.old.source, sources.new.source]) {
                try RollupInvalidation.drop(
                    db, type: old.type, source: source, from: old.start, to: max(old.end, new.end))
            }
        }
        return true
    }
}
