// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Returns the position of the last visible change to the types that the app has requested.
    package func latestAnchor() throws -> HKQueryAnchor {
        try read { db in HKQueryAnchor(fromValue: Int(try lastPlace(RecordReader(db), of: askedTypes(db)))) }
    }

    /// Returns the position of the last visible change to samples of some types, or 0 if there is no such change.
    package func lastPlace(of types: [HKSampleType]) throws -> Int64 {
        try read { db in try lastPlace(RecordReader(db), of: types) }
    }

    /// Returns the position of the last change to the store, at which ``subscribe(after:_:)`` begins. It must not be disclosed to
    /// apps.
    package func latestPlace() throws -> Int64 {
        try read { db in try HealthDatabase.latestChange(db) }
    }

    /// Returns the encryption of the app's anchors and cursors.
    package func seal() throws -> PlaceSeal {
        try read { db in try StoreSecret(db).seal(app: app.identifier) }
    }

    /// Returns the zone configuration of the latest visible workout with zones, ignoring zones that an app defined.
    /// - Returns: The configuration; nil if no workout has such zones.
    /// - Throws: An `HKError`.
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
