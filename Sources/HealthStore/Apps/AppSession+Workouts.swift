// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

extension AppSession {
    /// The place of the last change that the app may see, to a type that it has asked for.
    package func latestAnchor() throws -> HKQueryAnchor {
        try read { db in HKQueryAnchor(fromValue: Int(try lastPlace(RecordReader(db), of: askedTypes(db)))) }
    }

    /// The place of the last change to samples of some types that the app may see; 0 if there was none.
    package func lastPlace(of types: [HKSampleType]) throws -> Int64 {
        try read { db in try lastPlace(RecordReader(db), of: types) }
    }

    /// The place of the last change of all, at which ``subscribe(after:_:)`` begins. No app is given it.
    package func latestPlace() throws -> Int64 {
        try read { db in try HealthDatabase.latestChange(db) }
    }

    /// The encryption of anchors and cursors that the app is given.
    package func seal() throws -> PlaceSeal {
        try read { db in try StoreSecret(db).seal(app: app.identifier) }
    }

    /// The zones in which the latest workout that the app may see was divided, not counting zones that an app drew.
    /// - Returns: nil where no workout has such zones.
    /// - Throws: an `HKError`.
    package func latestZoneConfiguration(for type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        try read(noting: { $0 == nil ? [] : [AccessNote(HKObjectType.workoutType(), count: 1)] }) { db in
            let reader = RecordReader(db)
            let workoutType = HKObjectType.workoutType()
            let visibility = try visibility(db, workoutType)
            guard let number = try reader.number(ofType: workoutType.identifier) else { return nil }
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, start FROM workout WHERE zone_groups IS NOT NULL ORDER BY start DESC, id DESC")
            let builder = ObjectBuilder(reader)
            while let row = try rows.next() {
                guard
                    let sample = try SampleLookup.sample(
                        db, type: number, start: try row.decode(atIndex: 1), id: try row.decode(atIndex: 0)),
                    try visibility.sees(sample, reader), let workout = try builder.object(sample) as? HKWorkout,
                    let configuration = workout.zoneGroup(for: type)?.configuration, configuration.source != .app
                else { continue }
                return configuration
            }
            return nil
        }
    }
}
