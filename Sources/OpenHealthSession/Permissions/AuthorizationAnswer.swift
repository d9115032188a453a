// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The person's answer to a request: for some of its types, all, or none.
public struct AuthorizationAnswer: Hashable, Sendable {
    /// The permissions to save. Types that are not included have no answer.
    public var share: [HKObjectType: AppPermission.Share]
    /// The permissions to read. Types that are not included have no answer.
    public var read: [HKObjectType: AppPermission.Read]

    /// Creates an answer from its properties.
    public init(share: [HKObjectType: AppPermission.Share] = [:], read: [HKObjectType: AppPermission.Read] = [:]) {
        self.share = share
        self.read = read
    }

    /// Returns an answer that grants all types of a request.
    public static func granting(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        AuthorizationAnswer(
            share: Dictionary(request.share.map { ($0, .authorized) }) { first, _ in first },
            read: Dictionary(request.read.map { ($0, .authorized) }) { first, _ in first })
    }

    /// Returns an answer that denies all types of a request.
    public static func denying(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        AuthorizationAnswer(
            share: Dictionary(request.share.map { ($0, .denied) }) { first, _ in first },
            read: Dictionary(request.read.map { ($0, .denied) }) { first, _ in first })
    }
}
