// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// A route as a GPX file.
struct RouteFile {
    private var sink: any ByteSink
    private var text: String
    private var hasTrack = false
    private let date: Date

    /// The number of characters after which they are written.
    private static let limit = 1 << 16

    init(sink: any ByteSink, date: Date) {
        self.sink = sink
        self.date = date
        text = ""
    }

    /// Adds a point.
    mutating func add(_ point: RoutePoint) throws {
        beginTrack(point.time)
        text += "      <trkpt lon=\"\(number(point.longitude))\" lat=\"\(number(point.latitude))\">"
        if point.altitude.isFinite { text += "<ele>\(number(point.altitude))</ele>" }
        text += "<time>\(GPXTrack.time(point.time))</time><extensions>"
        let extensions = [
            ("speed", point.speed), ("course", point.course), ("hAcc", point.horizontalAccuracy),
            ("vAcc", point.verticalAccuracy),
        ]
        for (name, value) in extensions where value.isFinite { text += "<\(name)>\(number(value))</\(name)>" }
        text += "</extensions></trkpt>\n"
        if text.utf8.count > Self.limit { try flush() }
    }

    /// Ends the file.
    mutating func end() throws {
        beginTrack(date.timeIntervalSince1970)
        text += "    </trkseg>\n  </trk>\n</gpx>\n"
        try flush()
    }

    private mutating func beginTrack(_ start: Double) {
        if hasTrack { return }
        hasTrack = true
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="OpenHealthKit" xmlns="http://www.topografix.com/GPX/1/1"             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"             xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
              <metadata>
                <time>\(GPXTrack.time(date.timeIntervalSince1970.rounded(.down)))</time>
              </metadata>
              <trk>
                <name>Route \(GPXTrack.time(start).prefix(10))</name>
                <trkseg>

            """
    }

    private mutating func flush() throws {
        try text.withUTF8 { try sink.write(UnsafeRawBufferPointer($0)) }
        text.removeAll(keepingCapacity: true)
    }

    private func number(_ value: Double) -> String { PlainNumber.text(value) }
}
