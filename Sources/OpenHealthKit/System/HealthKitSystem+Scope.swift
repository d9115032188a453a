// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HealthKitSystem {
    /// The context of `HKHealthStore()` while a test runs code as an app; nil otherwise.
    @TaskLocal package static var scoped: HealthContext?
}
