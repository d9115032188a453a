// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The route of a workout, without its points.
public struct RouteSummary: Sendable, Equatable {
    /// The UUID, dates, source and metadata.
    public var sample: SampleRecord
    /// The workout of the route; nil if it has been deleted.
    public var workout: UUID?
    /// The paths of the files that the points came from, as in the export.
    public var files: [String]
    /// The number of points of the route.
    public var pointCount: Int
}
