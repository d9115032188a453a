// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// A request for objects that the person authorizes individually.
public struct ObjectAuthorizationRequest: Hashable, Sendable {
    /// The app.
    public var app: AppIdentity
    /// The type of the objects.
    public var type: HKObjectType
    /// The descriptions of the objects, one line each.
    public var objects: [String]

    /// Creates a request with the given properties.
    public init(app: AppIdentity, type: HKObjectType, objects: [String]) {
        self.app = app
        self.type = type
        self.objects = objects
    }
}
