// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKSampleType {
    private static let states: Set<String> = [
        HKCategoryTypeIdentifier.contraceptive.rawValue, HKCategoryTypeIdentifier.lactation.rawValue,
        HKCategoryTypeIdentifier.pregnancy.rawValue,
    ]

    /// Whether samples of the type are states that may still go on, with `Date.distantFuture` as their end.
    package var hasStatesThatGoOn: Bool { Self.states.contains(identifier) }
}
