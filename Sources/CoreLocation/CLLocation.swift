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

extension CLLocation {
    /// Returns the distance to another location on the WGS 84 ellipsoid in metres, ignoring altitudes.
    ///
    /// The distance is computed with Vincenty's inverse formula, which is accurate to a millimetre. For nearly antipodal points,
    /// for which it does not converge, the haversine formula on a sphere of 6,371,008.8 metres is used, with an error of at most
    /// half a percent.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        Geodesic.distance(coordinate, location.coordinate)
    }
}

/// Distances on the Earth.
enum Geodesic {
    private static let equatorial = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    private static let meanRadius = 6_371_008.8

    static func distance(_ first: CLLocationCoordinate2D, _ second: CLLocationCoordinate2D) -> Double {
        if first.latitude == second.latitude && first.longitude == second.longitude { return 0 }
        return vincenty(first, second) ?? haversine(first, second)
    }

    /// Returns the distance according to T. Vincenty, Direct and Inverse Solutions of Geodesics on the Ellipsoid, Survey Review
    /// 176
    /// (1975); `nil` if it does not converge.
    static func vincenty(_ first: CLLocationCoordinate2D, _ second: CLLocationCoordinate2D) -> Double? {
        let polar = equatorial * (1 - flattening)
        let difference = radians(second.longitude - first.longitude).remainder(dividingBy: 2 * .pi)
        let (sinU1, cosU1) = reduced(first.latitude)
        let (sinU2, cosU2) = reduced(second.latitude)
        var lambda = difference
        for _ in 0..<100 {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let sinSigma = hypot(cosU2 * sinLambda, cosU1 * sinU2 - sinU1 * cosU2 * cosLambda)
            if sinSigma == 0 { return 0 }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * sinLambda / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            // On the equator the term is zero.
            let cos2SigmaM = cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSquaredAlpha
            let c = flattening / 16 * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha))
            let previous = lambda
            let inner = cos2SigmaM + c * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)
            lambda = difference + (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * inner)
            guard lambda.magnitude <= .pi else { return nil }
            guard (lambda - previous).magnitude < 1e-12 else { continue }
            let uSquared = cosSquaredAlpha * (equatorial * equatorial - polar * polar) / (polar * polar)
            let a = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
            let b = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
            let first = cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)
            let second = b / 6 * cos2SigmaM * (4 * sinSigma * sinSigma - 3) * (4 * cos2SigmaM * cos2SigmaM - 3)
            let correction = b * sinSigma * (cos2SigmaM + b / 4 * (first - second))
            return polar * a * (sigma - correction)
        }
        return nil
    }

    static func haversine(_ first: CLLocationCoordinate2D, _ second: CLLocationCoordinate2D) -> Double {
        let (phi1, phi2) = (radians(first.latitude), radians(second.latitude))
        let halfPhi = sin((phi2 - phi1) / 2)
        let halfLambda = sin(radians(second.longitude - first.longitude) / 2)
        let square = halfPhi * halfPhi + cos(phi1) * cos(phi2) * halfLambda * halfLambda
        return 2 * meanRadius * asin(min(1, square.squareRoot()))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    private static func reduced(_ latitude: Double) -> (sine: Double, cosine: Double) {
        let angle = atan((1 - flattening) * tan(radians(latitude)))
        return (sin(angle), cos(angle))
    }
}
