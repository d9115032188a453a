// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKHealthStore {
    /// The view controller that shows the request for permission. Not available here.
    @available(*, unavailable, message: "There are no view controllers on this platform; see HKAuthorizationPrompt.")
    public var authorizationViewControllerPresenter: AnyObject? {
        get { nil }
        set {}
    }
}
