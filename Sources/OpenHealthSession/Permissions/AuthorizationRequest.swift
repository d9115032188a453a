// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An app's request for permission.
public struct AuthorizationRequest: Hashable, Sendable {
    /// The app.
    public var app: AppIdentity
    /// The types that it wants to save.
    public var share: Set<HKSampleType>
    /// The types that it wants to read.
    public var read: Set<HKObjectType>

    /// Creates a request; see the properties.
    public init(app: AppIdentity, share: Set<HKSampleType>, read: Set<HKObjectType>) {
        self.app = app
        self.share = share
        self.read = read
    }

    /// Whether it asks for nothing.
    public var isEmpty: Bool { share.isEmpty && read.isEmpty }
}
