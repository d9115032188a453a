// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKHealthStore {
    /// The sex whose reference ranges apply to the person, which can differ from the biological sex; `notSet` if it is not set, or
    /// the app may not read it.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    public var referenceSex: HKReferenceSex {
        get throws { try CharacteristicReader(context).value(.referenceSex, else: .notSet) }
    }
}
