// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@_exported import OpenCombineOperators
@_exported import OpenCombineShim
@_exported import OpenHealthConnectivity
@_exported import OpenHealthKit
@_exported import OpenHealthOperations
