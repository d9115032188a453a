// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// A location with the time and the values of its measurement.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Parts: Sendable {
        var coordinate: CLLocationCoordinate2D
        var altitude: CLLocationDistance = 0
        var ellipsoidalAltitude: CLLocationDistance?
        var horizontalAccuracy: CLLocationAccuracy = 0
        var verticalAccuracy: CLLocationAccuracy = -1
        var course: CLLocationDirection = -1
        var courseAccuracy: CLLocationDirectionAccuracy = -1
        var speed: CLLocationSpeed = -1
        var speedAccuracy: CLLocationSpeedAccuracy = -1
        var timestamp: Date
        var floor: CLFloor?
        var sourceInformation: CLLocationSourceInformation?
    }

    let parts: Parts

    init(_ parts: Parts) {
        self.parts = parts
    }

    /// Creates a location with the current date and unknown altitude, course and speed.
    /// - Parameters:
    ///   - latitude: The latitude in degrees north.
    ///   - longitude: The longitude in degrees east.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        parts = Parts(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), timestamp: Date())
    }

    /// Creates a location with unknown course and speed.
    /// - Parameters:
    ///   - coordinate: The coordinate.
    ///   - altitude: The altitude above sea level in metres.
    ///   - hAccuracy: The radius of uncertainty of the coordinate in metres; negative if the coordinate is unknown.
    ///   - vAccuracy: The uncertainty of the altitude in metres; zero or less if the altitude is unknown.
    ///   - timestamp: The time of the measurement.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy, verticalAccuracy vAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        parts = Parts(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            timestamp: timestamp)
    }

    /// Creates a location.
    /// - Parameters:
    ///   - coordinate: The coordinate.
    ///   - altitude: The altitude above sea level in metres.
    ///   - hAccuracy: The radius of uncertainty of the coordinate in metres; negative if the coordinate is unknown.
    ///   - vAccuracy: The uncertainty of the altitude in metres; zero or less if the altitude is unknown.
    ///   - course: The direction of travel in degrees clockwise from north; negative if unknown.
    ///   - speed: The speed in metres per second; negative if unknown.
    ///   - timestamp: The time of the measurement.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy, verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
    ) {
        parts = Parts(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            course: course, speed: speed, timestamp: timestamp)
    }

    /// Creates a location.
    /// - Parameters:
    ///   - coordinate: The coordinate.
    ///   - altitude: The altitude above sea level in metres.
    ///   - hAccuracy: The radius of uncertainty of the coordinate in metres; negative if the coordinate is unknown.
    ///   - vAccuracy: The uncertainty of the altitude in metres; zero or less if the altitude is unknown.
    ///   - course: The direction of travel in degrees clockwise from north; negative if unknown.
    ///   - courseAccuracy: The uncertainty of the course in degrees; negative if unknown.
    ///   - speed: The speed in metres per second; negative if unknown.
    ///   - speedAccuracy: The uncertainty of the speed in metres per second; negative if unknown.
    ///   - timestamp: The time of the measurement.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy, verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
    ) {
        parts = Parts(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            course: course, courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
            timestamp: timestamp)
    }

    /// Creates a location.
    /// - Parameters:
    ///   - coordinate: The coordinate.
    ///   - altitude: The altitude above sea level in metres.
    ///   - hAccuracy: The radius of uncertainty of the coordinate in metres; negative if the coordinate is unknown.
    ///   - vAccuracy: The uncertainty of the altitude in metres; zero or less if the altitude is unknown.
    ///   - course: The direction of travel in degrees clockwise from north; negative if unknown.
    ///   - courseAccuracy: The uncertainty of the course in degrees; negative if unknown.
    ///   - speed: The speed in metres per second; negative if unknown.
    ///   - speedAccuracy: The uncertainty of the speed in metres per second; negative if unknown.
    ///   - timestamp: The time of the measurement.
    ///   - sourceInfo: The source of the location.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy, verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date, sourceInfo: CLLocationSourceInformation
    ) {
        parts = Parts(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            course: course, courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
            timestamp: timestamp, sourceInformation: sourceInfo)
    }

    /// The coordinate.
    open var coordinate: CLLocationCoordinate2D { parts.coordinate }

    /// The altitude in metres above mean sea level; invalid if ``verticalAccuracy`` is zero or less.
    open var altitude: CLLocationDistance { parts.altitude }

    /// The altitude in metres above the WGS 84 ellipsoid.
    ///
    /// If it was not measured, this is ``altitude``, because the height of the sea level above the ellipsoid would
    /// require a table of the entire Earth.
    open var ellipsoidalAltitude: CLLocationDistance { parts.ellipsoidalAltitude ?? parts.altitude }

    /// The uncertainty of the coordinate as a radius in metres; negative if the coordinate is unknown.
    open var horizontalAccuracy: CLLocationAccuracy { parts.horizontalAccuracy }

    /// The uncertainty of the altitude in metres; zero or less if the altitude is unknown.
    open var verticalAccuracy: CLLocationAccuracy { parts.verticalAccuracy }

    /// The direction of travel in degrees clockwise from north; negative if unknown.
    open var course: CLLocationDirection { parts.course }

    /// The uncertainty of ``course`` in degrees; negative if unknown.
    open var courseAccuracy: CLLocationDirectionAccuracy { parts.courseAccuracy }

    /// The speed in metres per second; negative if unknown.
    open var speed: CLLocationSpeed { parts.speed }

    /// The uncertainty of ``speed`` in metres per second; negative if unknown.
    open var speedAccuracy: CLLocationSpeedAccuracy { parts.speedAccuracy }

    /// The time of the measurement.
    open var timestamp: Date { parts.timestamp }

    /// The floor of a building; `nil` if unknown.
    open var floor: CLFloor? { parts.floor }

    /// The source of the location; `nil` if unknown.
    open var sourceInformation: CLLocationSourceInformation? { parts.sourceInformation }

    /// Returns the location itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The coordinate, its uncertainty, the speed, the course and the time.
    open override var description: String {
        String(
            format: "<%+.8f,%+.8f> +/- %.2fm (speed %.2f mps / course %.2f) @ %@", coordinate.latitude,
            coordinate.longitude, horizontalAccuracy, speed, course, "\(timestamp)")
    }

    /// Always `true`, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the location.
    open func encode(with coder: NSCoder) {
        encodeParts(with: coder)
    }

    /// Creates a location from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let parts = Parts(coder) else { return nil }
        self.parts = parts
    }
}

extension CLLocation {
    static var numbers: [(key: String, path: WritableKeyPath<Parts, Double>)] {
        [
            ("latitude", \.coordinate.latitude), ("longitude", \.coordinate.longitude), ("altitude", \.altitude),
            ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy),
            ("course", \.course), ("courseAccuracy", \.courseAccuracy), ("speed", \.speed),
            ("speedAccuracy", \.speedAccuracy),
        ]
    }

    func encodeParts(with coder: NSCoder) {
        for (key, path) in Self.numbers { coder.encode(parts[keyPath: path], forKey: key) }
        coder.encode(parts.timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
        if let altitude = parts.ellipsoidalAltitude { coder.encode(altitude, forKey: "ellipsoidalAltitude") }
        if let floor = parts.floor { coder.encode(floor, forKey: "floor") }
        if let information = parts.sourceInformation { coder.encode(information, forKey: "sourceInformation") }
    }
}

extension CLLocation.Parts {
    /// Decodes the values that ``CLLocation/encodeParts(with:)`` encodes.
    init?(_ coder: NSCoder) {
        guard coder.containsValue(forKey: "latitude"), coder.containsValue(forKey: "timestamp") else { return nil }
        self.init(
            coordinate: CLLocationCoordinate2D(),
            timestamp: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp")))
        for (key, path) in CLLocation.numbers { self[keyPath: path] = coder.decodeDouble(forKey: key) }
        if coder.containsValue(forKey: "ellipsoidalAltitude") {
            ellipsoidalAltitude = coder.decodeDouble(forKey: "ellipsoidalAltitude")
        }
        // Decoding a missing key would invalidate the entire archive.
        if coder.containsValue(forKey: "floor") { floor = coder.decodeObject(of: CLFloor.self, forKey: "floor") }
        if coder.containsValue(forKey: "sourceInformation") {
            sourceInformation = coder.decodeObject(of: CLLocationSourceInformation.self, forKey: "sourceInformation")
        }
    }
}
