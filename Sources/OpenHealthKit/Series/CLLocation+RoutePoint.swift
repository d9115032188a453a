// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel

extension CLLocation {
    /// Creates a location from a point of a route. Unknown values have the numbers that Core Location uses for them.
    convenience init(_ point: RoutePoint) {
        func known(_ number: Double, else absent: Double) -> Double { number.isNaN ? absent : number }
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: point.latitude, longitude: point.longitude),
            altitude: known(point.altitude, else: 0), horizontalAccuracy: known(point.horizontalAccuracy, else: 0),
            verticalAccuracy: point.altitude.isNaN ? -1 : known(point.verticalAccuracy, else: -1),
            course: known(point.course, else: -1), courseAccuracy: point.courseAccuracy ?? -1,
            speed: known(point.speed, else: -1), speedAccuracy: point.speedAccuracy ?? -1,
            timestamp: Date(timeIntervalSince1970: point.time))
    }
}

extension RoutePoint {
    /// Creates a point of a route from a location.
    init(_ location: CLLocation) {
        self.init(
            time: location.timestamp.timeIntervalSince1970, latitude: location.coordinate.latitude,
            longitude: location.coordinate.longitude, altitude: location.altitude, speed: location.speed,
            course: location.course, horizontalAccuracy: location.horizontalAccuracy,
            verticalAccuracy: location.verticalAccuracy)
        courseAccuracy = location.courseAccuracy
        speedAccuracy = location.speedAccuracy
    }
}
