// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Types for configuring health data, so that apps need no other import.
import OpenHealthSession
@_exported import struct OpenHealthSession.AppIdentity
@_exported import struct OpenHealthSession.AppPermission
@_exported import struct OpenHealthSession.AuthorizationDecision
@_exported import struct OpenHealthSession.AuthorizationRequest
@_exported import class OpenHealthStore.HealthDatabase
