// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A coordinate on the Earth: latitude and longitude in the WGS 84 system.
public struct CLLocationCoordinate2D: Sendable {
    /// The latitude in degrees north of the equator, from -90 to 90.
    public var latitude: CLLocationDegrees
    /// The longitude in degrees east of Greenwich, from -180 to 180.
    public var longitude: CLLocationDegrees

    /// Creates the coordinate with latitude and longitude 0.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Creates a coordinate; values outside the ranges are kept, see ``CLLocationCoordinate2DIsValid(_:)``.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An invalid coordinate, used as the result of functions that find none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Creates a coordinate.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Returns a Boolean value that indicates whether the latitude is in -90...90 and the longitude in -180...180 degrees.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}
