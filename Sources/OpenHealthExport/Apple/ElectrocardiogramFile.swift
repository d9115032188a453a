// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

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
        let line = text.replacing("\n", with: " ").replacing("\r", with: " ")
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
