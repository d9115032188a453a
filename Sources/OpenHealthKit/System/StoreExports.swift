// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// What apps name when they set up health data, so that they need no other import.
@_exported import struct OpenHealthStore.AppIdentity
@_exported import struct OpenHealthStore.AppPermission
@_exported import struct OpenHealthStore.AuthorizationAnswer
@_exported import struct OpenHealthStore.AuthorizationRequest
@_exported import class OpenHealthStore.HealthDatabase
