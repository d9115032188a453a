// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The mean and the spread of times of day, on a circle of 24 hours, so that 23:50 and 0:10 are 20 minutes apart (Mardia and Jupp,
/// "Directional Statistics", 2000).
public struct ClockTime: Sendable, Hashable {
    /// The mean time, in seconds from midnight.
    public let mean: Double
    /// The circular standard deviation, in seconds.
    public let deviation: Double

    /// Computes the mean of times.
    /// - Parameter seconds: times in seconds, counted from any midnight.
    /// - Returns: nil of no times, and of times that have no mean, such as 0:00 and 12:00.
    public init?(_ seconds: [Double]) {
        guard !seconds.isEmpty else { return nil }
        let angles = seconds.map { $0 / 86_400 * 2 * Double.pi }
        let x = angles.reduce(0) { $0 + cos($1) } / Double(angles.count)
        let y = angles.reduce(0) { $0 + sin($1) } / Double(angles.count)
        let length = min((x * x + y * y).squareRoot(), 1)
        guard length > 1e-6 else { return nil }
        let angle = atan2(y, x)
        mean = ((angle < 0 ? angle + 2 * Double.pi : angle) / (2 * Double.pi) * 86_400)
            .truncatingRemainder(dividingBy: 86_400)
        deviation = (max(-2 * log(length), 0)).squareRoot() / (2 * Double.pi) * 86_400
    }

    /// Returns the seconds from one time of day to another by the shorter way, from -43200 to 43200.
    public static func difference(from first: Double, to second: Double) -> Double {
        let rest = (second - first).truncatingRemainder(dividingBy: 86_400)
        return rest > 43_200 ? rest - 86_400 : rest < -43_200 ? rest + 86_400 : rest
    }
}
