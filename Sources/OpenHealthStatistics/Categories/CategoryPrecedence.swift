// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
    /// Stages are measured for a few minutes at a time. An app without stages records sleep for the entire night, so a sample
    /// that
    /// reports being awake in between is more specific.
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
