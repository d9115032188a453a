// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The names of the files beside the main document, each used once.
struct AppleFileNames {
    private var used: [String: Int] = [:]

    /// The path of a route.
    /// - Parameter date: the end of the route, in seconds since 1970.
    mutating func route(_ date: Int64, zone: TimeZone) -> String {
        let parts = Self.parts(date, zone)
        let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
        let time = "\(hour % 12 == 0 ? 12 : hour % 12).\(Self.two(minute))\(hour < 12 ? "am" : "pm")"
        return unique("workout-routes/route_\(Self.day(parts))_\(time)", "gpx")
    }

    /// The path of an electrocardiogram.
    /// - Parameter date: its start, in seconds since 1970.
    mutating func electrocardiogram(_ date: Int64, zone: TimeZone) -> String {
        unique("electrocardiograms/ecg_\(Self.day(Self.parts(date, zone)))", "csv")
    }

    /// The path of a clinical record.
    mutating func clinicalRecord(_ type: String, uuid: UUID) -> String {
        // The type comes from a file.
        let name = type.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return unique("clinical-records/\(name.isEmpty ? "Record" : name)-\(uuid.uuidString)", "json")
    }

    private mutating func unique(_ name: String, _ suffix: String) -> String {
        let count = used[name, default: 0]
        used[name] = count + 1
        return count == 0 ? "\(name).\(suffix)" : "\(name)_\(count).\(suffix)"
    }

    private static func parts(_ date: Int64, _ zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents(
            [.year, .month, .day, .hour, .minute], from: Date(timeIntervalSince1970: Double(date)))
    }

    private static func day(_ parts: DateComponents) -> String {
        "\(parts.year ?? 0)-\(two(parts.month ?? 1))-\(two(parts.day ?? 1))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
