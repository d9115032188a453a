// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An app's authorization request.
public struct AuthorizationRequest: Hashable, Sendable {
    /// The app.
    public var app: AppIdentity
    /// The types that the app requests to save.
    public var share: Set<HKSampleType>
    /// The types that the app requests to read.
    public var read: Set<HKObjectType>

    /// Creates a request from its properties.
    public init(app: AppIdentity, share: Set<HKSampleType>, read: Set<HKObjectType>) {
        self.app = app
        self.share = share
        self.read = read
    }

    /// Whether the request contains no types.
    public var isEmpty: Bool { share.isEmpty && read.isEmpty }
}
