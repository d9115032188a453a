// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

/// The route of a workout: a winding loop with the length of the workout, through a city of the day's time zone.
struct DemoRouteFile {
    static let pointCount = 300

    /// The length of a degree of latitude: the mean of the meridian.
    private static let metresADegree = 111_132.0
    /// Coordinates in Berlin, New York, Tokyo and Lisbon, in the order of the calendar's time zones.
    private static let cities = [
        (latitude: 52.51, longitude: 13.36), (latitude: 40.78, longitude: -73.97), (latitude: 35.68, longitude: 139.75),
        (latitude: 38.74, longitude: -9.16),
    ]

    let plan: DemoPlan
    let workout: DemoWorkout

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.pointCount * 240)
        let local = plan.calendar.local(workout.end, day: workout.day)
        bytes +=
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
            http://www.topografix.com/GPX/1/1/gpx.xsd">
              <metadata>
                <time>\(Self.instant(plan.calendar.exportDate))</time>
              </metadata>
              <trk>
                <name>Route \(Self.instant(local).prefix(10))</name>
                <trkseg>

            """.utf8
        var generator = SeededGenerator(seed: plan.seed, stream: 3008, index: UInt64(workout.day))
        let city = Self.cities[plan.calendar.zoneIndex(workout.day)]
        var latitude = city.latitude + generator.number(-0.02, 0.02)
        var longitude = city.longitude + generator.number(-0.02, 0.02)
        var elevation = generator.number(0, 300)
        let (start, turn) = (generator.number(0, 2 * .pi), generator.number(0, 1) < 0.5 ? -1.0 : 1.0)
        let moving = Double(workout.elapsed - workout.pause)
        let step = workout.distance * 1000 / Double(Self.pointCount - 1)
        let speed = workout.distance * 1000 / moving
        for index in 0..<Self.pointCount {
            let part = Double(index) / Double(Self.pointCount - 1)
            let heading = start + turn * 2 * .pi * part + 0.9 * sin(part * 25 + start) + generator.number(-0.2, 0.2)
            if index > 0 {
                latitude += step * cos(heading) / Self.metresADegree
                longitude += step * sin(heading) / (Self.metresADegree * cos(latitude * .pi / 180))
            }
            elevation += generator.number(-0.3, 0.3)
            // The pace changes three times; the route ends when the workout ends.
            let pace = 0.015 * (sin(6 * .pi * part + start) - sin(start))
            var time = workout.start + Int64((part + pace) * moving)
            if time > workout.pauseStart { time += Int64(workout.pause) }
            bytes += "      <trkpt lon=\"".utf8
            DemoText.append(longitude, decimals: 6, to: &bytes)
            bytes += "\" lat=\"".utf8
            DemoText.append(latitude, decimals: 6, to: &bytes)
            bytes += "\"><ele>".utf8
            DemoText.append(elevation, decimals: 6, to: &bytes)
            bytes += "</ele><time>\(Self.instant(time))</time><extensions><speed>".utf8
            DemoText.append(speed * generator.number(0.85, 1.15), decimals: 6, to: &bytes)
            bytes += "</speed><course>".utf8
            if index == 0 {
                bytes += "-1".utf8
            } else {
                let degrees = (heading * 180 / .pi).truncatingRemainder(dividingBy: 360)
                DemoText.append(degrees < 0 ? degrees + 360 : degrees, decimals: 6, to: &bytes)
            }
            bytes += "</course><hAcc>".utf8
            DemoText.append(generator.number(1, 12), decimals: 6, to: &bytes)
            bytes += "</hAcc><vAcc>".utf8
            DemoText.append(generator.number(1, 9), decimals: 6, to: &bytes)
            bytes += "</vAcc></extensions></trkpt>\n".utf8
        }
        bytes += "    </trkseg>\n  </trk>\n</gpx>\n".utf8
        return bytes
    }

    /// Returns a date such as `2025-04-10T12:34:56Z`.
    static func instant(_ time: Int64) -> String {
        let date = CivilDay.date(Int(time / 86_400))
        let second = Int(time % 86_400)
        let pad = DemoCalendar.pad
        return "\(date.year)-\(pad(date.month))-\(pad(date.day))T"
            + "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))Z"
    }
}
