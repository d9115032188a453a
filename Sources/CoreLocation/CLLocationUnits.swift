// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A length in metres.
public typealias CLLocationDistance = Double
/// A speed in metres a second; below zero where it is not known.
public typealias CLLocationSpeed = Double
/// The uncertainty of a speed, in metres a second; below zero where it is not known.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees clockwise from true north, from 0 to 360; below zero where it is not known.
public typealias CLLocationDirection = Double
/// The uncertainty of a direction, in degrees; below zero where it is not known.
public typealias CLLocationDirectionAccuracy = Double
/// The uncertainty of a place, as a radius in metres; below zero where the place is not known.
public typealias CLLocationAccuracy = Double
