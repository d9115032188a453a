// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
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
        super.init()
    }

    /// Creates a location with the current date, whose altitude, course and speed are not known.
    /// - Parameters:
    ///   - latitude: degrees north.
    ///   - longitude: degrees east.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        parts = Parts(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), timestamp: Date())
        super.init()
    }

    /// Creates a location whose course and speed are not known.
    /// - Parameters:
    ///   - coordinate: the place.
    ///   - altitude: metres above the sea.
    ///   - hAccuracy: the uncertainty of the place, a radius in metres; below zero where the place is not known.
    ///   - vAccuracy: the uncertainty of the altitude in metres; zero or less where the altitude is not known.
    ///   - timestamp: when it was measured.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy, verticalAccuracy vAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        parts = Parts(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            timestamp: timestamp)
        super.init()
    }

    /// Creates a location.
    /// - Parameters:
    ///   - coordinate: the place.
    ///   - altitude: metres above the sea.
    ///   - hAccuracy: the uncertainty of the place, a radius in metres; below zero where the place is not known.
    ///   - vAccuracy: the uncertainty of the altitude in metres; zero or less where the altitude is not known.
    ///   - course: degrees clockwise from north; below zero where it is not known.
    ///   - speed: metres a second; below zero where it is not known.
    ///   - timestamp: when it was measured.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy, verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
    ) {
        parts = Parts(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            course: course, speed: speed, timestamp: timestamp)
        super.init()
    }

    /// Creates a location.
    /// - Parameters:
    ///   - coordinate: the place.
    ///   - altitude: metres above the sea.
    ///   - hAccuracy: the uncertainty of the place, a radius in metres; below zero where the place is not known.
    ///   - vAccuracy: the uncertainty of the altitude in metres; zero or less where the altitude is not known.
    ///   - course: degrees clockwise from north; below zero where it is not known.
    ///   - courseAccuracy: the uncertainty of the course in degrees; below zero where it is not known.
    ///   - speed: metres a second; below zero where it is not known.
    ///   - speedAccuracy: the uncertainty of the speed in metres a second; below zero where it is not known.
    ///   - timestamp: when it was measured.
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
        super.init()
    }

    /// Creates a location.
    /// - Parameters:
    ///   - coordinate: the place.
    ///   - altitude: metres above the sea.
    ///   - hAccuracy: the uncertainty of the place, a radius in metres; below zero where the place is not known.
    ///   - vAccuracy: the uncertainty of the altitude in metres; zero or less where the altitude is not known.
    ///   - course: degrees clockwise from north; below zero where it is not known.
    ///   - courseAccuracy: the uncertainty of the course in degrees; below zero where it is not known.
    ///   - speed: metres a second; below zero where it is not known.
    ///   - speedAccuracy: the uncertainty of the speed in metres a second; below zero where it is not known.
    ///   - timestamp: when it was measured.
    ///   - sourceInfo: the source of the location.
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
        super.init()
    }

    /// The place.
    open var coordinate: CLLocationCoordinate2D { parts.coordinate }

    /// Metres above mean sea level; means nothing where ``verticalAccuracy`` is zero or less.
    open var altitude: CLLocationDistance { parts.altitude }

    /// Metres above the ellipsoid of WGS 84.
    ///
    /// If it was not measured, this is ``altitude``, since the height of the sea above the ellipsoid takes a table of the
    /// whole earth.
    open var ellipsoidalAltitude: CLLocationDistance { parts.ellipsoidalAltitude ?? parts.altitude }

    /// The uncertainty of the place, a radius in metres; below zero where the place is not known.
    open var horizontalAccuracy: CLLocationAccuracy { parts.horizontalAccuracy }

    /// The uncertainty of the altitude in metres; zero or less where the altitude is not known.
    open var verticalAccuracy: CLLocationAccuracy { parts.verticalAccuracy }

    /// The direction of travel, in degrees clockwise from north; below zero where it is not known.
    open var course: CLLocationDirection { parts.course }

    /// The uncertainty of ``course`` in degrees; below zero where it is not known.
    open var courseAccuracy: CLLocationDirectionAccuracy { parts.courseAccuracy }

    /// Metres a second; below zero where it is not known.
    open var speed: CLLocationSpeed { parts.speed }

    /// The uncertainty of ``speed`` in metres a second; below zero where it is not known.
    open var speedAccuracy: CLLocationSpeedAccuracy { parts.speedAccuracy }

    /// When it was measured.
    open var timestamp: Date { parts.timestamp }

    /// The floor of a building; nil where it is not known.
    open var floor: CLFloor? { parts.floor }

    /// The source of the location; nil if it is unknown.
    open var sourceInformation: CLLocationSourceInformation? { parts.sourceInformation }

    /// The location itself, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The place, its uncertainty, the speed, the course and the time.
    open override var description: String {
        String(
            format: "<%+.8f,%+.8f> +/- %.2fm (speed %.2f mps / course %.2f) @ %@", coordinate.latitude,
            coordinate.longitude, horizontalAccuracy, speed, course, "\(timestamp)")
    }

    /// True: archives can be read with secure coding required.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the location to an archive.
    open func encode(with coder: NSCoder) {
        encodeParts(with: coder)
    }

    /// Reads a location from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let parts = Parts(coder) else { return nil }
        self.parts = parts
        super.init()
    }
}
