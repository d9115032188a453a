// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// How the values of a category stand against one another when samples disagree about the same time.
///
/// A container says that something surrounds a stretch, not what happens in it: a person in bed may be asleep or awake.
/// It gives way to every value that says more, whichever source that comes from. Of the other values the better source
/// wins first, and only then, within one source, the lower layer.
public struct CategoryPrecedence: Sendable, Hashable {
    /// The values that give way to all others.
    public var containers: Set<Int>
    /// The layer of each value; of one source's values the lower layer wins. A value that is not named has layer 0,
    /// for what later systems add is finer than what there was.
    public var layers: [Int: Int]

    /// Creates a precedence; by default all values are equal, and the source and the times decide.
    public init(containers: Set<Int> = [], layers: [Int: Int] = [:]) {
        self.containers = containers
        self.layers = layers
    }

    /// The layer of a value: the lower wins.
    /// - Parameter value: a raw value of the category.
    public func layer(of value: Int) -> Int { layers[value] ?? 0 }

    /// Sleep: a stage is more than awake, awake is more than sleep of no stage, and in bed is a container.
    ///
    /// A stage is measured for a few minutes; an app that knows no stages writes sleep for the whole night, so what
    /// reports waking in between is the finer of the two.
    public static let sleep = CategoryPrecedence(
        containers: [HKCategoryValueSleepAnalysis.inBed.rawValue],
        layers: [
            HKCategoryValueSleepAnalysis.asleepCore.rawValue: 0,
            HKCategoryValueSleepAnalysis.asleepDeep.rawValue: 0,
            HKCategoryValueSleepAnalysis.asleepREM.rawValue: 0,
            HKCategoryValueSleepAnalysis.awake.rawValue: 1,
            HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue: 2,
        ])

    /// The precedence that fits a type: ``sleep`` for sleep analysis, all values equal for the others.
    /// - Parameter categoryTypeIdentifier: such as `HKCategoryTypeIdentifierSleepAnalysis`.
    public static func standard(for categoryTypeIdentifier: String) -> CategoryPrecedence {
        categoryTypeIdentifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue ? .sleep : CategoryPrecedence()
    }
}
