// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// A GPX 1.1 file with one track. Heart rates, speeds and courses are in Garmin's extension for points of tracks, version 2.
struct GPXTrack {
    private var sink: any ByteSink
    private var text: String
    /// The times of pauses of the workout that no point has followed yet, in order.
    private var pauses: ArraySlice<Double>
    private var isSegmentEmpty = true

    /// The number of characters after which they are written.
    private static let limit = 1 << 16

    /// - Parameters:
    ///   - type: The kind of the activity; nil if it is not known.
    ///   - pauses: The times at which the workout was paused, in order. The track has a segment for each part between them.
    init(
        sink: any ByteSink, name: String, identifier: String, type: String?, date: Date, pauses: [Double] = []
    ) {
        self.sink = sink
        self.pauses = pauses[...]
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="OpenHealthKit" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
              <metadata>
                <time>\(Self.time(date.timeIntervalSince1970.rounded(.down)))</time>
              </metadata>
              <trk>
                <name>\(Self.escaped(name))</name>
                <desc>\(identifier)</desc>\(type.map { "\n    <type>\(Self.escaped($0))</type>" } ?? "")
                <trkseg>

            """
    }

    /// Adds a point.
    /// - Returns: whether the format can hold it: whether it has coordinates.
    mutating func add(_ point: RoutePoint, heartRate: Double?) throws -> Bool {
        // GPX excludes 180 degrees east.
        let longitude = point.longitude == 180 ? -180 : point.longitude
        guard (-90...90).contains(point.latitude), (-180..<180).contains(longitude) else { return false }
        if let pause = pauses.first, point.time > pause {
            if !isSegmentEmpty { text += "    </trkseg>\n    <trkseg>\n" }
            pauses = pauses.drop { point.time > $0 }
        }
        isSegmentEmpty = false
        text += "      <trkpt lat=\"\(number(point.latitude))\" lon=\"\(number(longitude))\">"
        if point.altitude.isFinite { text += "<ele>\(number(point.altitude))</ele>" }
        if point.time.isFinite { text += "<time>\(Self.time(point.time))</time>" }
        var extensions = ""
        if let heartRate, (1...255).contains(heartRate.rounded()) {
            // checked: in the range of the extension
            extensions += "<gpxtpx:hr>\(Int(heartRate.rounded()))</gpxtpx:hr>"
        }
        if point.speed.isFinite, point.speed >= 0 {
            extensions += "<gpxtpx:speed>\(number(point.speed))</gpxtpx:speed>"
        }
        if (0...360).contains(point.course) { extensions += "<gpxtpx:course>\(number(point.course))</gpxtpx:course>" }
        if !extensions.isEmpty {
            text += "<extensions><gpxtpx:TrackPointExtension>\(extensions)</gpxtpx:TrackPointExtension></extensions>"
        }
        text += "</trkpt>\n"
        if text.utf8.count > Self.limit { try flush() }
        return true
    }

    /// Ends the file.
    mutating func end() throws {
        text += "    </trkseg>\n  </trk>\n</gpx>\n"
        try flush()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private mutating func flush() throws {
        try text.withUTF8 { try sink.write(UnsafeRawBufferPointer($0)) }
        text.removeAll(keepingCapacity: true)
    }

    private func number(_ value: Double) -> String { PlainNumber.text(value) }

    /// Returns a date in UTC, with a fraction of the second only where there is one.
    static func time(_ seconds: Double) -> String {
        // checked: the years 1 to 9999
        let clamped = min(max(seconds, -62_135_596_800), 253_402_300_799)
        let whole = clamped.rounded(.down)
        let text = Date(timeIntervalSince1970: whole).ISO8601Format()
        if clamped == whole { return text }
        let fraction = String(format: "%.6f", clamped - whole).dropFirst()
        return fraction.hasPrefix(".") ? "\(text.dropLast())\(fraction)Z" : text
    }
}
