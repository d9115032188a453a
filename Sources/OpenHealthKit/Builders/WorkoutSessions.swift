// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// The active workout sessions of this process, at most one for each store. They are retained until they end.
enum WorkoutSessions {
    private static let active = Mutex<[ObjectIdentifier: HKWorkoutSession]>([:])

    /// Returns the active session.
    static func active(in context: HealthContext) -> HKWorkoutSession? {
        active.withLock { $0[ObjectIdentifier(context)] }
    }

    /// Registers a session as active and ends the previous one. Has no effect if the session has ended in the meantime.
    static func begin(_ session: HKWorkoutSession, in context: HealthContext) {
        let former: HKWorkoutSession? = active.withLock { active in
            // Checked with the lock held, because a session ends before it is removed.
            if session.state == .ended { return nil }
            let former = active[ObjectIdentifier(context)]
            active[ObjectIdentifier(context)] = session
            return former
        }
        if let former, former !== session { former.makeRoom() }
    }

    /// Removes a session that has ended.
    static func end(_ session: HKWorkoutSession, in context: HealthContext) {
        active.withLock { active in
            if active[ObjectIdentifier(context)] === session { active[ObjectIdentifier(context)] = nil }
        }
    }
}
