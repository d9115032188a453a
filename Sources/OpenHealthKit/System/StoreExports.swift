// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// What apps name when they set up health data, so that they need no other import.
@_exported import struct HealthStore.AppIdentity
@_exported import struct HealthStore.AppPermission
@_exported import struct HealthStore.AuthorizationAnswer
@_exported import struct HealthStore.AuthorizationRequest
@_exported import class HealthStore.HealthDatabase
