// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import Testing

@Suite struct GPXReaderTests {
    private func read(_ text: String) throws -> (points: [RoutePoint], diagnostics: [ImportDiagnostic]) {
        try read(Array(text.utf8))
    }

    private func read(_ bytes: [UInt8]) throws -> (points: [RoutePoint], diagnostics: [ImportDiagnostic]) {
        var source = MemoryByteSource(bytes)
        return try GPXReader.points(from: &source, file: "route.gpx")
    }

    private func route(_ points: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><time>2025-01-01T00:00:00Z</time></metadata>
          <trk><name>Route 2019-06-11 3:00pm</name><trkseg>
        \(points)
          </trkseg></trk>
        </gpx>
        """
    }

    private static let whole = """
        <trkpt lon="-8.611" lat="41.146"><ele>91.25</ele><time>2019-06-11T14:00:01Z</time>\
        <extensions><speed>2.5</speed><course>-1</course><hAcc>3.1</hAcc><vAcc>2.2</vAcc></extensions></trkpt>
        """

    @Test func readsAllFields() throws {
        let result = try read(route(Self.whole))
        #expect(result.diagnostics.isEmpty)
        #expect(
            result.points == [
                RoutePoint(
                    time: 1_560_261_601, latitude: 41.146, longitude: -8.611, altitude: 91.25, speed: 2.5, course: -1,
                    horizontalAccuracy: 3.1, verticalAccuracy: 2.2)
            ])
    }

    @Test func readsTheSameFromUTF16() throws {
        let text = route(Self.whole)
        let bytes =
            [0xFF, 0xFE]
            + text.utf16.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        #expect(try read(bytes).points == read(text).points)
    }

    @Test func readsOtherForms() throws {
        let result = try read(
            route(
                """
                <!-- <trkpt lat="0" lon="0"> --><![CDATA[<trkpt lat="1" lon="1">]]>
                <g:trkpt
                  lat='41' note="a > b" lon='8'
                ><g:time>
                 2019-06-11T16:00:01.5+02:00 </g:time><unknown><deep>1</deep></unknown></g:trkpt>
                """))
        #expect(result.diagnostics.isEmpty)
        #expect(result.points.map(\.time) == [1_560_261_601.5])
        #expect(result.points.map(\.latitude) == [41])
        #expect(result.points[0].altitude.isNaN)
    }

    @Test func rejectsInvalidPoints() throws {
        let bad = [
            #"<trkpt lon="8" lat="90.5"><time>2019-06-11T14:00:01Z</time></trkpt>"#,
            #"<trkpt lon="181" lat="9"><time>2019-06-11T14:00:01Z</time></trkpt>"#,
            #"<trkpt lon="8"><time>2019-06-11T14:00:01Z</time></trkpt>"#,
            #"<trkpt lat="nan" lon="8"><time>2019-06-11T14:00:01Z</time></trkpt>"#,
            #"<trkpt lat="4" lon="8"></trkpt>"#,
            #"<trkpt lat="4" lon="8"/>"#,
            #"<trkpt lat="4" lon="8"><time>2019-13-11T14:00:01Z</time></trkpt>"#,
            #"<trkpt lat="4" lon="8"><ele>high</ele><time>2019-06-11T14:00:01Z</time></trkpt>"#,
            #"<trkpt lat="4" lon=8><time>2019-06-11T14:00:01Z</time></trkpt>"#,
        ]
        let result = try read(route(([Self.whole] + bad + [Self.whole]).joined(separator: "\n")))
        #expect(result.points.count == 2)
        #expect(result.diagnostics.count == bad.count)
        #expect(result.diagnostics.map(\.line) == Array(6..<6 + bad.count))
        #expect(result.diagnostics.allSatisfy { $0.severity == .rejected && $0.file == "route.gpx" })
    }

    @Test func keepsPointsWithEmptyValuesAndRemarksOnce() throws {
        let points = ["<ele></ele>", "<ele> </ele>", "<ele/>", "<extensions><speed></speed></extensions>"].map {
            value in
            "<trkpt lat=\"1\" lon=\"2\">\(value)<time>2024-03-10T08:00:00Z</time></trkpt>"
        }
        let result = try read(route(points.joined(separator: "\n")))
        #expect(result.points.count == 4)
        #expect(result.points.allSatisfy { $0.altitude.isNaN && $0.speed.isNaN })
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.first?.reason.hasPrefix("3 ") == true)
    }

    @Test func keepsThePointsBeforeATruncation() throws {
        let text = route(Self.whole + "\n" + Self.whole)
        let bytes = Array(text.utf8)
        for length in 0..<bytes.count - 6 {
            let result = try read(Array(bytes[..<length]))
            #expect(result.points.count <= 2)
            #expect(!result.diagnostics.isEmpty)
        }
        #expect(try read(text).points.count == 2)
    }

    @Test func refusesOtherDocuments() throws {
        for text in ["", "hello", "<html></html>", "{}"] {
            let result = try read(text)
            #expect(result.points.isEmpty)
            #expect(result.diagnostics.map(\.element) == ["gpx"])
        }
    }

    @Test func refusesEntities() throws {
        let text =
            "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" + route(Self.whole)
        let error = #expect(throws: FormatError.self) { _ = try read(text) }
        #expect(error?.code == .entityExpansion)
        #expect(try read("<!DOCTYPE gpx [<!ELEMENT gpx ANY>]>" + route(Self.whole)).points.count == 1)
    }

    @Test func refusesTooLargeDocuments() throws {
        let error = #expect(throws: FormatError.self) {
            _ = try read([UInt8](repeating: 0x20, count: GPXReader.sizeLimit + 1))
        }
        #expect(error?.code == .tooLarge)
    }
}
