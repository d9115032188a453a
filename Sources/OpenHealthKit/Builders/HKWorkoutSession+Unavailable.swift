// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKWorkoutSession {
    /// Would show the session on the person's phone.
    @available(*, unavailable, message: "There is no companion device here that could mirror a session.")
    @preconcurrency
    public func startMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}

    /// Would show the session on the person's phone.
    @available(*, unavailable, message: "There is no companion device here that could mirror a session.")
    public func startMirroringToCompanionDevice() async throws {}

    /// Would end what the person's phone shows.
    @available(*, unavailable, message: "There is no companion device here that could mirror a session.")
    @preconcurrency
    public func stopMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}

    /// Would end what the person's phone shows.
    @available(*, unavailable, message: "There is no companion device here that could mirror a session.")
    public func stopMirroringToCompanionDevice() async throws {}

    /// Would send data to the session on another device.
    @available(*, unavailable, message: "There is no other device here that data could be sent to.")
    @preconcurrency
    public func sendToRemoteWorkoutSession(
        data: Data, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}

    /// Would send data to the session on another device.
    @available(*, unavailable, message: "There is no other device here that data could be sent to.")
    public func sendToRemoteWorkoutSession(data: Data) async throws {}
}
