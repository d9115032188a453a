// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A workout as an export writes it.
public struct WorkoutData: Sendable, Equatable {
    /// The activity as written: `HKWorkoutActivityTypeRunning`.
    public var activityType: String
    /// The source, dates and metadata.
    public var sample: SampleData
    /// The duration in seconds without pauses; `nil` if the export does not contain it.
    public var duration: Double?
    /// The totals of old exports and all other attributes, as written.
    public var attributes: [MetadataPair] = []
    /// The pauses, laps, segments and markers.
    public var events: [WorkoutEventData] = []
    /// The activities of the workout.
    public var activities: [WorkoutActivityData] = []
    /// The totals and averages by type.
    public var statistics: [WorkoutStatisticsData] = []
    /// The routes, with points inline or in a file.
    public var routes: [WorkoutRouteData] = []
    /// The records inside the workout, such as effort scores.
    public var records: [NestedRow] = []
    /// The zone groups as written: the attributes of the group and of each zone.
    public var zoneGroups: [WorkoutZoneGroupData] = []
    /// The path of the file of the workout alone, for diagnostics; empty for exports.
    package var file = ""

    /// Creates a workout without contents.
    public init(activityType: String, sample: SampleData, duration: Double? = nil) {
        self.activityType = activityType
        self.sample = sample
        self.duration = duration
    }
}

/// An event in a workout.
public struct WorkoutEventData: Sendable, Equatable {
    /// The type as written: `HKWorkoutEventTypePause`.
    public var type: String
    /// The start, in seconds since 1970.
    public var date: Double
    /// The duration in seconds.
    public var duration: Double?
    /// The metadata in order.
    public var metadata: [MetadataPair]

    /// Creates an event.
    public init(type: String, date: Double, duration: Double? = nil, metadata: [MetadataPair] = []) {
        self.type = type
        self.date = date
        self.duration = duration
        self.metadata = metadata
    }
}

/// An activity of a workout.
public struct WorkoutActivityData: Sendable, Equatable {
    /// The UUID as written.
    public var uuid: String
    /// The start, in seconds since 1970.
    public var start: Double
    /// The end, in seconds since 1970.
    public var end: Double?
    /// The duration in seconds without pauses.
    public var duration: Double?
    /// The metadata in order.
    public var metadata: [MetadataPair] = []
    /// Copies of the workout's events during the activity.
    public var events: [WorkoutEventData] = []
    /// The statistics of the activity.
    public var statistics: [WorkoutStatisticsData] = []
    /// All other attributes.
    public var other: [MetadataPair] = []

    /// Creates an activity without contents.
    public init(uuid: String, start: Double, end: Double? = nil, duration: Double? = nil) {
        self.uuid = uuid
        self.start = start
        self.end = end
        self.duration = duration
    }
}

/// The statistics of a type over a workout, in their original unit.
public struct WorkoutStatisticsData: Sendable, Equatable {
    /// The type identifier.
    public var type: String
    /// The start, in seconds since 1970.
    public var start: Double
    /// The end, in seconds since 1970.
    public var end: Double
    /// The unit of the values as written.
    public var unit: String?
    /// The sum, for cumulative types.
    public var sum: Double?
    /// The average, for discrete types.
    public var average: Double?
    /// The minimum.
    public var minimum: Double?
    /// The maximum.
    public var maximum: Double?

    /// Creates statistics without values.
    public init(type: String, start: Double, end: Double, unit: String? = nil) {
        self.type = type
        self.start = start
        self.end = end
        self.unit = unit
    }
}

/// The route of a workout.
public struct WorkoutRouteData: Sendable, Equatable {
    /// The source, dates and metadata.
    public var sample: SampleData
    /// The paths of the route's files as written, with their leading slash.
    public var files: [String]
    /// The points in the document itself (before 2020).
    public var points: [RoutePoint]

    /// Creates a route without points.
    public init(sample: SampleData, files: [String] = [], points: [RoutePoint] = []) {
        self.sample = sample
        self.files = files
        self.points = points
    }
}

/// The time spent in the zones of a type, as written.
public struct WorkoutZoneGroupData: Sendable, Equatable {
    /// The attributes of the group, in order.
    public var attributes: [MetadataPair]
    /// The attributes of each zone, in order.
    public var zones: [[MetadataPair]]

    /// Creates a group.
    public init(attributes: [MetadataPair], zones: [[MetadataPair]] = []) {
        self.attributes = attributes
        self.zones = zones
    }
}

/// One point of a route.
public struct RoutePoint: Sendable, Equatable {
    /// The time, in seconds since 1970.
    public var time: Double
    /// The latitude in degrees north, WGS 84.
    public var latitude: Double
    /// The longitude in degrees east, WGS 84.
    public var longitude: Double
    /// The altitude in metres above mean sea level, or NaN.
    public var altitude: Double
    /// The speed in metres per second, or NaN; negative if unknown.
    public var speed: Double
    /// The course in degrees clockwise from north, or NaN; negative if unknown.
    public var course: Double
    /// The radius of uncertainty in metres, or NaN.
    public var horizontalAccuracy: Double
    /// The uncertainty of the altitude in metres, or NaN.
    public var verticalAccuracy: Double
    /// The uncertainty of the course in degrees; negative if unknown. Exports do not contain it.
    public var courseAccuracy: Double?
    /// The uncertainty of the speed in metres per second; negative if unknown. Exports do not contain it.
    public var speedAccuracy: Double?

    /// Creates a point; unknown values are NaN.
    public init(
        time: Double, latitude: Double, longitude: Double, altitude: Double = .nan, speed: Double = .nan,
        course: Double = .nan, horizontalAccuracy: Double = .nan, verticalAccuracy: Double = .nan
    ) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
    }
}

/// The points of a route file.
public struct RouteFileData: Sendable, Equatable {
    /// The path as the workout references it, with its leading slash.
    public var path: String
    /// The points in the order of the file.
    public var points: [RoutePoint]

    /// Creates a route file.
    public init(path: String, points: [RoutePoint]) {
        self.path = path
        self.points = points
    }
}

/// An electrocardiogram as its file contains it.
public struct ElectrocardiogramData: Sendable, Equatable {
    /// The path of the file in the export.
    public var path: String
    /// The start of the recording, in seconds since 1970.
    public var start: Double
    /// The classification in the words and language of the file.
    public var classification: String?
    /// The lines of the header as written, in order.
    public var header: [MetadataPair]
    /// The device, such as `Watch7,11`.
    public var device: String?
    /// The version of the algorithm.
    public var softwareVersion: String?
    /// The number of measurements per second.
    public var sampleRate: Double
    /// The unit of the measurements: `µV`.
    public var unit: String
    /// The measurements, in ``unit``.
    public var voltages: [Double]

    /// Creates an electrocardiogram from its properties.
    public init(
        path: String, start: Double, classification: String?, header: [MetadataPair], device: String?,
        softwareVersion: String?, sampleRate: Double, unit: String, voltages: [Double]
    ) {
        self.path = path
        self.start = start
        self.classification = classification
        self.header = header
        self.device = device
        self.softwareVersion = softwareVersion
        self.sampleRate = sampleRate
        self.unit = unit
        self.voltages = voltages
    }
}

extension RoutePoint {
    /// Returns the length of the line to another place, in metres on a sphere with the mean radius of the earth.
    package func distance(to other: RoutePoint) -> Double {
        let radius = 6_371_008.8
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let turn = (other.longitude - longitude) * .pi / 180
        let (north, east) = (sin((to - from) / 2), sin(turn / 2))
        let part = north * north + cos(from) * cos(to) * east * east
        return 2 * radius * asin(min(1, part.squareRoot()))
    }
}
