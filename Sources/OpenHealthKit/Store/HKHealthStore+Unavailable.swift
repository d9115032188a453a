// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

extension HKHealthStore {
    /// Would start the app on the person's watch.
    @available(*, unavailable, message: "There is no watch that could be started from here.")
    public func startWatchApp(
        with workoutConfiguration: HKWorkoutConfiguration,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}

    /// Would start the app on the person's watch.
    @available(*, unavailable, message: "There is no watch that could be started from here.")
    public func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {}

    /// Would be the view controller that shows the request for permission.
    @available(*, unavailable, message: "There are no view controllers here; see HKAuthorizationPrompt.")
    public var authorizationViewControllerPresenter: AnyObject? {
        get { nil }
        set {}
    }
}
