// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A length in metres.
public typealias CLLocationDistance = Double
/// A speed in metres per second; negative if unknown.
public typealias CLLocationSpeed = Double
/// The uncertainty of a speed in metres per second; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees clockwise from true north, from 0 to 360; negative if unknown.
public typealias CLLocationDirection = Double
/// The uncertainty of a direction in degrees; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double
/// The uncertainty of a coordinate as a radius in metres; negative if the coordinate is unknown.
public typealias CLLocationAccuracy = Double
