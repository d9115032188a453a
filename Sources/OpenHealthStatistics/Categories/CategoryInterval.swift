// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A category sample in the form used by the algorithms: a value over an interval, with the rank of its source.
public struct CategoryInterval: Sendable, Hashable {
    /// The start, in seconds since 1970, UTC.
    public var start: Double
    /// The end, in seconds since 1970, UTC; the same as ``start`` for an instant, and never before it.
    public var end: Double
    /// The raw value, such as that of a sleep stage.
    public var value: Int
    /// The rank of the source: 0 is the best. Ranks are unique.
    public var rank: Int32

    /// Creates an interval from its properties.
    public init(start: Double, end: Double, value: Int, rank: Int32 = 0) {
        self.start = start
        self.end = end
        self.value = value
        self.rank = rank
    }
}

/// The precedence of the values of a category when samples contradict each other about the same time.
///
/// A container is a value such as in bed, which does not specify what happens during its time: a person in bed can be asleep or
/// awake. All other values take precedence over it, regardless of the source. Among other values, the better source takes
/// precedence, and among values of the same source, the lower layer.
public struct CategoryPrecedence: Sendable, Hashable {
    /// The values over which all others take precedence.
    public var containers: Set<Int>
    /// The layer of each value; among values of the same source, the lower layer takes precedence. The default layer is 0,
    /// because values that later systems add are more specific than the existing ones.
    public var layers: [Int: Int]

    /// Creates a precedence; by default, all values are equal, and the source and the times decide.
    public init(containers: Set<Int> = [], layers: [Int: Int] = [:]) {
        self.containers = containers
        self.layers = layers
    }

    /// Returns the layer of a value; lower layers take precedence.
    /// - Parameter value: The raw value of the category.
    public func layer(of value: Int) -> Int { layers[value] ?? 0 }

    /// The precedence for sleep: a stage precedes awake, awake precedes unspecified sleep, and in bed is a container.
    ///
    /// Stages are measured for a few minutes at a time. An app without stages records sleep for the entire night, so a
    /// sample that reports being awake in between is more specific.
    public static let sleep = CategoryPrecedence(
        containers: [HKCategoryValueSleepAnalysis.inBed.rawValue],
        layers: [
            HKCategoryValueSleepAnalysis.asleepCore.rawValue: 0,
            HKCategoryValueSleepAnalysis.asleepDeep.rawValue: 0,
            HKCategoryValueSleepAnalysis.asleepREM.rawValue: 0,
            HKCategoryValueSleepAnalysis.awake.rawValue: 1,
            HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue: 2,
        ])

    /// Returns the default precedence of a type: ``sleep`` for sleep analysis, and equal values for all other types.
    /// - Parameter categoryTypeIdentifier: The identifier, such as `HKCategoryTypeIdentifierSleepAnalysis`.
    public static func standard(for categoryTypeIdentifier: String) -> CategoryPrecedence {
        categoryTypeIdentifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue ? .sleep : CategoryPrecedence()
    }
}

/// The duration of a category value in a bucket.
public struct CategoryValueDuration: Sendable, Hashable {
    /// The raw value of the category.
    public var value: Int
    /// The seconds that belong to this value alone. Each moment belongs to one value, so the durations of all values add
    /// up to the covered time.
    public var duration: Double
    /// The seconds that samples of this value cover, each counted once, regardless of samples with other values.
    /// Never less than ``duration``.
    public var reported: Double
    /// The number of samples of this value that overlap the bucket, without exact duplicates.
    public var count: Int

    /// Creates a duration from its properties.
    public init(value: Int, duration: Double, reported: Double, count: Int) {
        self.value = value
        self.duration = duration
        self.reported = reported
        self.count = count
    }
}

/// The durations of the values of a category in a bucket.
public struct CategoryBucket: Sendable, Hashable {
    /// The number of the bucket in its grid.
    public var index: Int
    /// The reported values in ascending order of their raw values; never empty.
    public var values: [CategoryValueDuration]
    /// The seconds of the bucket that samples cover, which is the sum of the durations of the values.
    public var covered: Double

    /// Creates a bucket from its properties.
    public init(index: Int, values: [CategoryValueDuration], covered: Double) {
        self.index = index
        self.values = values
        self.covered = covered
    }
}
