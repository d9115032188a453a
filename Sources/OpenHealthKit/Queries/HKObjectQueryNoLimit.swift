// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Stands for all objects where a query takes a limit.
public let HKObjectQueryNoLimit: Int = 0

/// Stands for the beginning where the oldest form of ``HKAnchoredObjectQuery`` takes an anchor.
public var HKAnchoredObjectQueryNoAnchor: Int32 { 0 }
