// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthFormats
import HealthModel

/// The route of a workout: a point a second, wandering.
struct DemoRouteFile {
    static let pointCount = 300

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
        var latitude = generator.number(-60, 60)
        var longitude = generator.number(-170, 170)
        var elevation = generator.number(0, 300)
        for index in 0..<Self.pointCount {
            latitude += generator.number(-2e-5, 3e-5)
            longitude += generator.number(-2e-5, 3e-5)
            elevation += generator.number(-0.3, 0.3)
            bytes += "      <trkpt lon=\"".utf8
            DemoText.append(longitude, decimals: 6, to: &bytes)
            bytes += "\" lat=\"".utf8
            DemoText.append(latitude, decimals: 6, to: &bytes)
            bytes += "\"><ele>".utf8
            DemoText.append(elevation, decimals: 6, to: &bytes)
            bytes += "</ele><time>\(Self.instant(workout.start + Int64(index)))</time><extensions><speed>".utf8
            DemoText.append(generator.number(1.5, 4), decimals: 6, to: &bytes)
            bytes += "</speed><course>".utf8
            if index == 0 {
                bytes += "-1".utf8
            } else {
                DemoText.append(generator.number(0, 360), decimals: 6, to: &bytes)
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

    /// `2025-04-10T12:34:56Z`.
    static func instant(_ time: Int64) -> String {
        let date = CivilDay.date(Int(time / 86_400))
        let second = Int(time % 86_400)
        let pad = DemoCalendar.pad
        return "\(date.year)-\(pad(date.month))-\(pad(date.day))T"
            + "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))Z"
    }
}
