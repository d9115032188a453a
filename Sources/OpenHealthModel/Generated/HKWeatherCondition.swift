// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Weather condition. iOS 10.0.
public enum HKWeatherCondition: Int, Hashable, Sendable, CaseIterable {
    /// None. iOS 10.0.
    case none = 0

    /// Clear. iOS 10.0.
    case clear = 1

    /// Fair. iOS 10.0.
    case fair = 2

    /// Partly cloudy. iOS 10.0.
    case partlyCloudy = 3

    /// Mostly cloudy. iOS 10.0.
    case mostlyCloudy = 4

    /// Cloudy. iOS 10.0.
    case cloudy = 5

    /// Foggy. iOS 10.0.
    case foggy = 6

    /// Haze. iOS 10.0.
    case haze = 7

    /// Windy. iOS 10.0.
    case windy = 8

    /// Blustery. iOS 10.0.
    case blustery = 9

    /// Smoky. iOS 10.0.
    case smoky = 10

    /// Dust. iOS 10.0.
    case dust = 11

    /// Snow. iOS 10.0.
    case snow = 12

    /// Hail. iOS 10.0.
    case hail = 13

    /// Sleet. iOS 10.0.
    case sleet = 14

    /// Freezing drizzle. iOS 10.0.
    case freezingDrizzle = 15

    /// Freezing rain. iOS 10.0.
    case freezingRain = 16

    /// Mixed rain and hail. iOS 10.0.
    case mixedRainAndHail = 17

    /// Mixed rain and snow. iOS 10.0.
    case mixedRainAndSnow = 18

    /// Mixed rain and sleet. iOS 10.0.
    case mixedRainAndSleet = 19

    /// Mixed snow and sleet. iOS 10.0.
    case mixedSnowAndSleet = 20

    /// Drizzle. iOS 10.0.
    case drizzle = 21

    /// Scattered showers. iOS 10.0.
    case scatteredShowers = 22

    /// Showers. iOS 10.0.
    case showers = 23

    /// Thunderstorms. iOS 10.0.
    case thunderstorms = 24

    /// Tropical storm. iOS 10.0.
    case tropicalStorm = 25

    /// Hurricane. iOS 10.0.
    case hurricane = 26

    /// Tornado. iOS 10.0.
    case tornado = 27
}
