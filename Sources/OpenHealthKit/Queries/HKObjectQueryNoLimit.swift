// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A limit that returns all objects.
public let HKObjectQueryNoLimit: Int = 0

/// An anchor that returns all objects, for the oldest form of ``HKAnchoredObjectQuery``.
public var HKAnchoredObjectQueryNoAnchor: Int32 { 0 }
