// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

extension AuthorizationRules {
    /// Traps for types that a request may not contain, as on Apple's systems.
    package static func stopIfDisallowed(share: Set<HKSampleType>, read: Set<HKObjectType>) {
        if let reason = disallowed(share: share, read: read) { contractViolation(reason) }
    }
}
