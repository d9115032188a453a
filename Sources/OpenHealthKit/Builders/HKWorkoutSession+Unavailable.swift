// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKWorkoutSession {
    /// Mirrors the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    @preconcurrency
    public func startMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}

    /// Mirrors the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    public func startMirroringToCompanionDevice() async throws {}

    /// Stops mirroring the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    @preconcurrency
    public func stopMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}

    /// Stops mirroring the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    public func stopMirroringToCompanionDevice() async throws {}

    /// Sends data to the session on another device. Not available here.
    @available(*, unavailable, message: "There is no other device to which data can be sent.")
    @preconcurrency
    public func sendToRemoteWorkoutSession(
        data: Data, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}

    /// Sends data to the session on another device. Not available here.
    @available(*, unavailable, message: "There is no other device to which data can be sent.")
    public func sendToRemoteWorkoutSession(data: Data) async throws {}
}
