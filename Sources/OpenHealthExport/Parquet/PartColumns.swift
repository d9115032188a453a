// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthStore

/// The columns of an element of a list that belongs to a sample: the UUID of the sample, and the position in the list.
struct ElementColumns {
    private let sample: ParquetUUIDColumn
    private let position = ParquetIntegerColumn("position")

    /// - Parameter sample: The name of the column with the UUID.
    init(of sample: String) {
        self.sample = ParquetUUIDColumn(sample)
    }

    var all: [ParquetColumn] { [sample, position] }

    func append(_ uuid: UUID, _ index: Int) {
        sample.append(uuid)
        position.append(Int64(index))
    }
}

/// The columns of an event or a statistic of a workout or of one of its activities.
struct WorkoutPartColumns {
    private let workout = ParquetUUIDColumn("workout")
    private let activity = ParquetTextColumn("activity", optional: true)
    private let kind = ParquetTextColumn("type")
    private let start = ParquetTimestampColumn("start")

    var all: [ParquetColumn] { [workout, activity, kind, start] }

    /// - Parameters:
    ///   - activity: The UUID of the activity; nil for a part of the workout itself.
    ///   - start: The start in seconds since 1970.
    func append(_ record: WorkoutRecord, activity: String?, type: String, start: Double) {
        workout.append(record.sample.uuid)
        self.activity.append(activity)
        kind.append(type)
        self.start.append(seconds: start)
    }
}

/// The columns of a day: its date, its start and its end.
struct DayColumns {
    private let day = ParquetDateColumn("day")
    private let start = ParquetTimestampColumn("start")
    private let end = ParquetTimestampColumn("end")

    var all: [ParquetColumn] { [day, start, end] }

    /// - Parameter number: The number of days since 1970-01-01.
    func append(_ number: Int32, from start: Date, to end: Date) {
        day.append(number)
        self.start.append(seconds: start.timeIntervalSince1970)
        self.end.append(seconds: end.timeIntervalSince1970)
    }
}
