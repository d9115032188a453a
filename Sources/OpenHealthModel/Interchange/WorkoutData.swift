// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A workout as an export writes it.
public struct WorkoutData: Sendable, Equatable {
    /// The activity, as written: `HKWorkoutActivityTypeRunning`.
    public var activityType: String
    /// Source, dates, metadata.
    public var sample: SampleData
    /// The duration in seconds, pauses left out; nil where none is written.
    public var duration: Double?
    /// Totals of old exports and whatever else stands in the attributes, as written.
    public var attributes: [MetadataPair]
    /// Pauses, laps, segments, markers.
    public var events: [WorkoutEventData]
    /// The parts of the workout.
    public var activities: [WorkoutActivityData]
    /// Totals and averages by type.
    public var statistics: [WorkoutStatisticsData]
    /// Routes, with points inline or in a file.
    public var routes: [WorkoutRouteData]
    /// Records inside the workout, such as effort scores.
    public var records: [NestedRow]
    /// Zone groups, as written: the attributes of the group and of each zone.
    public var zoneGroups: [WorkoutZoneGroupData]

    /// Creates a workout with nothing in it.
    public init(activityType: String, sample: SampleData, duration: Double? = nil) {
        self.activityType = activityType
        self.sample = sample
        self.duration = duration
        self.attributes = []
        self.events = []
        self.activities = []
        self.statistics = []
        self.routes = []
        self.records = []
        self.zoneGroups = []
    }
}

/// An event in a workout.
public struct WorkoutEventData: Sendable, Equatable {
    /// The kind, as written: `HKWorkoutEventTypePause`.
    public var type: String
    /// When it began, in seconds since 1970.
    public var date: Double
    /// The duration, in seconds.
    public var duration: Double?
    /// Its metadata, in order.
    public var metadata: [MetadataPair]

    /// Creates an event.
    public init(type: String, date: Double, duration: Double? = nil, metadata: [MetadataPair] = []) {
        self.type = type
        self.date = date
        self.duration = duration
        self.metadata = metadata
    }
}

/// A part of a workout.
public struct WorkoutActivityData: Sendable, Equatable {
    /// Its UUID, as written.
    public var uuid: String
    /// Its first instant, in seconds since 1970.
    public var start: Double
    /// Its last instant, in seconds since 1970.
    public var end: Double?
    /// Its duration in seconds, pauses left out.
    public var duration: Double?
    /// Its metadata, in order.
    public var metadata: [MetadataPair]
    /// Copies of the workout's events that fall into it.
    public var events: [WorkoutEventData]
    /// Its own statistics.
    public var statistics: [WorkoutStatisticsData]
    /// Attributes that are none of the above.
    public var other: [MetadataPair]

    /// Creates a part with nothing in it.
    public init(uuid: String, start: Double, end: Double? = nil, duration: Double? = nil) {
        self.uuid = uuid
        self.start = start
        self.end = end
        self.duration = duration
        self.metadata = []
        self.events = []
        self.statistics = []
        self.other = []
    }
}

/// Figures of one type over a workout, in the unit they were written in.
public struct WorkoutStatisticsData: Sendable, Equatable {
    /// The type identifier.
    public var type: String
    /// The first instant, in seconds since 1970.
    public var start: Double
    /// The last instant, in seconds since 1970.
    public var end: Double
    /// The unit of the figures, as written.
    public var unit: String?
    /// The sum, for cumulative types.
    public var sum: Double?
    /// The average, for discrete types.
    public var average: Double?
    /// The least value.
    public var minimum: Double?
    /// The greatest value.
    public var maximum: Double?

    /// Creates statistics without figures.
    public init(type: String, start: Double, end: Double, unit: String? = nil) {
        self.type = type
        self.start = start
        self.end = end
        self.unit = unit
    }
}

/// The route of a workout.
public struct WorkoutRouteData: Sendable, Equatable {
    /// Source, dates, metadata.
    public var sample: SampleData
    /// The paths of its files, as written, with their leading slash.
    public var files: [String]
    /// Points that stand in the document itself (before 2020).
    public var points: [RoutePoint]

    /// Creates a route without points.
    public init(sample: SampleData, files: [String] = [], points: [RoutePoint] = []) {
        self.sample = sample
        self.files = files
        self.points = points
    }
}

/// Time spent in zones of some type, as written.
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
    /// Seconds since 1970.
    public var time: Double
    /// Degrees north, WGS 84.
    public var latitude: Double
    /// Degrees east, WGS 84.
    public var longitude: Double
    /// Metres above mean sea level, or NaN.
    public var altitude: Double
    /// Metres a second, or NaN; below zero means unknown.
    public var speed: Double
    /// Degrees clockwise from north, or NaN; below zero means unknown.
    public var course: Double
    /// The radius of uncertainty in metres, or NaN.
    public var horizontalAccuracy: Double
    /// The uncertainty of the altitude in metres, or NaN.
    public var verticalAccuracy: Double
    /// The uncertainty of the course in degrees; below zero means unknown. Exports do not have it.
    public var courseAccuracy: Double?
    /// The uncertainty of the speed in metres a second; below zero means unknown. Exports do not have it.
    public var speedAccuracy: Double?

    /// Creates a point; what is not known is NaN.
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
    /// The path that the workout named, as written, with its leading slash.
    public var path: String
    /// The points, in the order of the file.
    public var points: [RoutePoint]

    /// Creates a route file.
    public init(path: String, points: [RoutePoint]) {
        self.path = path
        self.points = points
    }
}

/// An electrocardiogram as its file writes it.
public struct ElectrocardiogramData: Sendable, Equatable {
    /// The path of the file inside the export.
    public var path: String
    /// When it was recorded, in seconds since 1970.
    public var start: Double
    /// The verdict, in the words and language of the file.
    public var classification: String?
    /// The lines of the header, in order, as written.
    public var header: [MetadataPair]
    /// The device, such as `Watch7,11`.
    public var device: String?
    /// The version of the algorithm.
    public var softwareVersion: String?
    /// Measurements a second.
    public var sampleRate: Double
    /// The unit of the measurements: `µV`.
    public var unit: String
    /// The measurements, in ``unit``.
    public var voltages: [Double]

    /// Creates an electrocardiogram; see the properties.
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
