// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// The workout sessions that go on in this process, at most one for each store. They are retained until they end.
enum WorkoutSessions {
    private static let active = Mutex<[ObjectIdentifier: HKWorkoutSession]>([:])

    /// The session that goes on.
    static func active(in context: HealthContext) -> HKWorkoutSession? {
        active.withLock { $0[ObjectIdentifier(context)] }
    }

    /// Notes that a session goes on; the one before has to make room. Where the session has ended meanwhile nothing happens.
    static func begin(_ session: HKWorkoutSession, in context: HealthContext) {
        let former: HKWorkoutSession? = active.withLock { active in
            // Under the lock: it ends before it is taken out.
            if session.state == .ended { return nil }
            let former = active[ObjectIdentifier(context)]
            active[ObjectIdentifier(context)] = session
            return former
        }
        if let former, former !== session { former.makeRoom() }
    }

    /// Notes that a session has ended.
    static func end(_ session: HKWorkoutSession, in context: HealthContext) {
        active.withLock { active in
            if active[ObjectIdentifier(context)] === session { active[ObjectIdentifier(context)] = nil }
        }
    }
}
