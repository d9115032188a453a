// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// An app's session with a database of this machine.
///
/// Calls run on threads of the session, since SQLite blocks. When the calling task is cancelled, the SQL statement is
/// interrupted and a write is rolled back.
package final class LocalSession: HealthSession {
    /// The synchronous implementation.
    package let access: AppSession

    /// Calls of all sessions run concurrently on this queue; the database limits its connections itself.
    private static let queue = DispatchQueue(label: "org.openhealthkit.session", attributes: .concurrent)

    package init(_ access: AppSession) {
        self.access = access
    }

    package var app: AppIdentity { access.app }
    package var clock: @Sendable () -> Date { access.clock }
    package var earliestPermittedSampleDate: Date { access.earliestPermittedSampleDate }

    /// Runs a closure that blocks.
    /// - Throws: `CancellationError` if the task is cancelled; otherwise the error of the closure.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (AppSession) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let (access, work) = (access, StoreWork())
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    Self.queue.async { continuation.resume(with: Result { try work.run { try body(access) } }) }
                }
            } onCancel: {
                work.cancel()
            }
        } catch {
            // A change that was committed before the cancellation has no error, so it is reported as done.
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }
}
