// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An angle of latitude or longitude, in degrees.
public typealias CLLocationDegrees = Double
