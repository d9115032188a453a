// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// TCX and GPX files of generated activities.
enum DemoTrackFile {
    /// Returns a TCX file, with spaces before its declaration, as Strava has it.
    static func tcx(_ activity: DemoActivity) -> [UInt8] {
        let points = activity.points.map { point in
            let place =
                activity.sport.isOutdoors
                ? "<Position><LatitudeDegrees>\(degrees(point.latitude))</LatitudeDegrees><LongitudeDegrees>"
                    + "\(degrees(point.longitude))</LongitudeDegrees></Position>" : ""
            return "<Trackpoint><Time>\(instant(point.time))</Time>\(place)<DistanceMeters>\(fixed(point.distance, 2))"
                + "</DistanceMeters><HeartRateBpm><Value>\(point.heartRate)</Value></HeartRateBpm></Trackpoint>"
        }
        let rates = activity.rates
        return Array(
            """
                      <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
            <Activity Sport="\(activity.sport.tcx)"><Id>\(instant(activity.start))</Id><Lap StartTime="\(instant(activity.start))">
            <TotalTimeSeconds>\(activity.timer)</TotalTimeSeconds><DistanceMeters>\(activity.distance)</DistanceMeters>
            <Calories>\(activity.energy)</Calories><AverageHeartRateBpm><Value>\(rates.average)</Value></AverageHeartRateBpm>
            <MaximumHeartRateBpm><Value>\(rates.maximum)</Value></MaximumHeartRateBpm><Track>
            \(points.joined(separator: "\n"))
            </Track></Lap></Activity></Activities></TrainingCenterDatabase>

            """.utf8)
    }

    /// Returns a GPX file with heart rates.
    static func gpx(_ activity: DemoActivity) -> [UInt8] {
        let points = activity.points.map { point in
            "<trkpt lat=\"\(degrees(point.latitude))\" lon=\"\(degrees(point.longitude))\"><ele>100.0</ele><time>"
                + "\(instant(point.time))</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(point.heartRate)"
                + "</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>"
        }
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx creator="Demo" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
            <trk><name>Activity \(activity.index)</name><type>\(activity.sport.gpx)</type><trkseg>
            \(points.joined(separator: "\n"))
            </trkseg></trk></gpx>

            """.utf8)
    }

    private static func degrees(_ value: Double) -> String { fixed(value, 8) }

    static func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    static func instant(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}

/// A writer of archives without compression, as Garmin packs the originals.
enum DemoStoredZip {
    /// Returns the archive of files.
    static func bytes(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var (archive, directory): ([UInt8], [UInt8]) = ([], [])
        for file in files {
            let name = Array(file.name.utf8)
            // The version, the flag for names in UTF-8, no compression, midnight of 1 January 1980.
            let facts =
                number(20, 2) + number(0x800, 2) + number(0, 2) + number(0, 2) + number(33, 2)
                + number(Int(checksum(file.bytes)), 4) + number(file.bytes.count, 4) + number(file.bytes.count, 4)
                + number(name.count, 2) + number(0, 2)
            directory += number(0x0201_4B50, 4) + number(20, 2) + facts + number(0, 2) + number(0, 2) + number(0, 2)
            directory += number(0, 4) + number(archive.count, 4) + name
            archive += number(0x0403_4B50, 4) + facts + name + file.bytes
        }
        let end =
            number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
            + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
        return archive + directory + end
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}
