// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Constants for a location manager, which this module does not have; they allow code that uses them to compile.

/// The highest accuracy, with data of additional sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// An accuracy of ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// An accuracy of a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// An accuracy of a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// An accuracy of three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// A distance filter that reports all movements.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The maximum distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The maximum time interval in seconds.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
