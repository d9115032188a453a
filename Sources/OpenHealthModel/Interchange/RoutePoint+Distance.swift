// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
