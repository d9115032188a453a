// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// What an app asks a person for where they allow objects one by one.
public struct ObjectAuthorizationRequest: Hashable, Sendable {
    /// Who asks.
    public var app: AppIdentity
    /// The type of the objects.
    public var type: HKObjectType
    /// What tells the person which objects they are: one line each.
    public var objects: [String]

    /// Makes a request; see the properties.
    public init(app: AppIdentity, type: HKObjectType, objects: [String]) {
        self.app = app
        self.type = type
        self.objects = objects
    }
}
