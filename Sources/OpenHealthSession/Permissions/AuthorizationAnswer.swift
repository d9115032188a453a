// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A person's answer to a request: for some of its types, all, or none.
public struct AuthorizationAnswer: Hashable, Sendable {
    /// Which types may be saved. What is not named has not been answered.
    public var share: [HKObjectType: AppPermission.Share]
    /// Which types may be read. What is not named has not been answered.
    public var read: [HKObjectType: AppPermission.Read]

    /// Creates an answer; see the properties.
    public init(share: [HKObjectType: AppPermission.Share] = [:], read: [HKObjectType: AppPermission.Read] = [:]) {
        self.share = share
        self.read = read
    }

    /// Yes to everything.
    public static func granting(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        AuthorizationAnswer(
            share: Dictionary(request.share.map { ($0, .authorized) }) { first, _ in first },
            read: Dictionary(request.read.map { ($0, .authorized) }) { first, _ in first })
    }

    /// No to everything.
    public static func denying(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        AuthorizationAnswer(
            share: Dictionary(request.share.map { ($0, .denied) }) { first, _ in first },
            read: Dictionary(request.read.map { ($0, .denied) }) { first, _ in first })
    }
}
