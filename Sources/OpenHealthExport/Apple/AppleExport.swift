// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The archive that the Health app's "Export All Health Data" creates.
struct AppleExport: ExportFormat {
    let name = "apple"
    let summary = "export.zip of the Health app"
    let stream = ExportStreamForm.archive
    let kinds = ExportedKinds(
        full: [
            .quantities, .categories, .unknownTypes, .metadata, .correlations, .workouts, .workoutCopies,
            .workoutActivities, .workoutEvents, .workoutStatistics, .workoutZones, .workoutSamples, .routes,
            .routePoints, .electrocardiograms, .voltages, .heartbeats, .activitySummaries, .clinicalRecords,
            .audiograms, .visionPrescriptions, .valuesBeyondRange,
        ],
        part: [.characteristics])

    func write(_ context: ExportContext) throws {
        let zone = context.contents.timeZone
        var files: [AppleFile] = []
        try context.output.file("\(AppleFile.folder)/export.xml") { sink in
            // Exports have the offset of their date in all dates, in whole minutes.
            let offset = zone.secondsFromGMT(for: context.date) / 60 * 60
            let document = AppleDocument(context, writer: ExportXMLWriter(sink: sink, offset: offset), offset: offset)
            try document.write()
            files = document.files
        }
        for file in files { try file.write(context) }
    }
}

/// A file beside the main document.
enum AppleFile {
    case route(RawSample, path: String)
    case electrocardiogram(RawSample, path: String)
    case clinicalRecord(RawSample, path: String)

    /// The folder of all files.
    static let folder = "apple_health_export"

    /// Writes the file.
    func write(_ context: ExportContext) throws {
        switch self {
        case .route(let route, let path):
            try context.output.file("\(Self.folder)/\(path)") { sink in
                var file = RouteFile(sink: sink, date: context.date)
                try context.contents.forEachPoint(route) { point in
                    if point.courseAccuracy != nil || point.speedAccuracy != nil {
                        context.receipt.omit(.pointAccuracies)
                    }
                    try file.add(point)
                }
                try file.end()
            }
        case .electrocardiogram(let sample, let path):
            guard let electrocardiogram = try context.contents.electrocardiogram(sample) else { return }
            let origin = try context.contents.origin(sample)
            let file = ElectrocardiogramFile(
                electrocardiogram, start: sample.start.rounded(.down), version: origin.version,
                device: origin.device?.hardware ?? origin.device?.name, zone: context.contents.timeZone)
            try context.output.file("\(Self.folder)/\(path)", bytes: file.bytes)
            context.receipt.count(.voltages, times: electrocardiogram.voltages.count)
        case .clinicalRecord(let sample, let path):
            guard let resource = try context.contents.clinicalRecord(sample)?.resource else { return }
            try context.output.file("\(Self.folder)/\(path)", bytes: resource)
        }
    }
}

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

/// An electrocardiogram as a CSV file: its header, and one measurement a line.
struct ElectrocardiogramFile {
    private let electrocardiogram: ContentElectrocardiogram
    private let header: [MetadataPair]

    /// - Parameters:
    ///   - start: when it was recorded, in seconds since 1970.
    ///   - version: the version of the software that recorded it.
    ///   - device: the device that recorded it.
    init(
        _ electrocardiogram: ContentElectrocardiogram, start: Double, version: String?, device: String?, zone: TimeZone
    ) {
        self.electrocardiogram = electrocardiogram
        if !electrocardiogram.header.isEmpty {
            header = electrocardiogram.header
            return
        }
        let verdict = electrocardiogram.classification.map { Self.verdicts[$0] ?? $0 } ?? ""
        header = [
            ("Name", ""), ("Date of Birth", ""), ("Recorded Date", Self.date(start, zone)), ("Classification", verdict),
            ("Symptoms", ""), ("Software Version", version ?? ""), ("Device", device ?? ""),
            ("Sample Rate", Self.rate(electrocardiogram.sampleRate)), ("Lead", "Lead I"),
            ("Unit", electrocardiogram.unit == "mcV" ? "\u{B5}V" : electrocardiogram.unit),
        ].map { MetadataPair(key: $0.0, value: $0.1) }
    }

    /// The file.
    var bytes: [UInt8] {
        var text = ""
        for pair in header {
            text +=
                pair.value.isEmpty
                ? "\(Self.field(pair.key)),\n" : "\(Self.field(pair.key)),\(Self.field(pair.value))\n"
        }
        text += "\n"
        for voltage in electrocardiogram.voltages { text += PlainNumber.text(voltage) + "\n" }
        return Array(text.utf8)
    }

    private static func field(_ text: String) -> String {
        let line = SpreadsheetText.harmless(text.replacing("\n", with: " ").replacing("\r", with: " "))
        guard line.contains(where: { $0 == "," || $0 == "\"" }) else { return line }
        return "\"\(line.replacing("\"", with: "\"\""))\""
    }

    /// A rate; readers take a point for a separator of thousands here.
    private static func rate(_ rate: Double) -> String {
        PlainNumber.text(rate).replacing(".", with: ",") + " hertz"
    }

    private static func date(_ seconds: Double, _ zone: TimeZone) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = zone
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        return formatter.string(from: Date(timeIntervalSince1970: seconds))
    }

    /// The words of phones for the cases of `HKElectrocardiogram.Classification`.
    private static let verdicts = [
        "HKElectrocardiogramClassificationSinusRhythm": "Sinus Rhythm",
        "HKElectrocardiogramClassificationAtrialFibrillation": "Atrial Fibrillation",
        "HKElectrocardiogramClassificationInconclusiveLowHeartRate": "Heart Rate Under 50",
        "HKElectrocardiogramClassificationInconclusiveHighHeartRate": "Heart Rate Over 120",
        "HKElectrocardiogramClassificationInconclusivePoorReading": "Poor Recording",
        "HKElectrocardiogramClassificationInconclusiveOther": "Inconclusive",
    ]
}
