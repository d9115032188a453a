// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

/// A synthetic export of a synthetic person, of any size, with the same bytes for the same seed and constant memory use.
///
/// It has the features of real exports. A phone and a watch count the same steps. There are sleep stages, workouts with
/// routes, electrocardiograms and symptoms. The person travels through several time zones, and moves to another one, except
/// with seed 1. Some records are exact duplicates, some are repeated, and a few elements are unknown to readers.
///
///     let truth = try DemoExport(records: 10_000, seed: 7).write(to: url)
public struct DemoExport: Sendable {
    /// The number of records without those of ``Options/appendDays``; at least 500, so that everything occurs.
    public let records: Int
    /// The seed, which determines the person.
    public let seed: UInt64

    /// Creates a description of an export.
    /// - Parameters:
    ///   - records: The number of records; at least 500.
    ///   - seed: Any number.
    public init(records: Int = 100_000, seed: UInt64 = 1) {
        self.records = max(500, records)
        self.seed = seed
    }

    /// Writes the export.
    /// - Parameters:
    ///   - url: The URL of the archive, folder or document; an existing file is replaced.
    ///   - options: The options for writing the data.
    /// - Returns: The contents of the export.
    /// - Throws: `FormatError` if the files cannot be written.
    @discardableResult
    public func write(to url: URL, options: Options = Options()) throws -> DemoTruth {
        let plan = DemoPlan(records: records, seed: seed, options: options)
        let output = try DemoOutput(url: url, options: options, modified: plan.calendar.exportDate)
        var truth = DemoTruth()
        try output.main { sink in
            let writer = DemoDocumentWriter(plan: plan, sink: sink)
            truth = try writer.write()
        }
        var counter = DemoStepCounter(plan: plan)
        truth.steps = counter.count()
        if output.hasFiles {
            try writeFiles(plan, output, &truth)
        }
        try output.finish()
        return truth
    }

    private func writeFiles(_ plan: DemoPlan, _ output: DemoOutput, _ truth: inout DemoTruth) throws {
        try output.file("export_cda.xml", DemoClinicalDocument.bytes(plan))
        for workout in plan.workouts where workout.hasRoute {
            let route = DemoRouteFile(plan: plan, workout: workout)
            try output.file(workout.routePath(plan), route.bytes)
            truth.routePoints += DemoRouteFile.pointCount
        }
        for day in plan.electrocardiogramDays {
            let electrocardiogram = DemoElectrocardiogramFile(plan: plan, day: day)
            try output.file(electrocardiogram.path, electrocardiogram.bytes)
            truth.ecgs += 1
            truth.ecgVoltages += DemoElectrocardiogramFile.voltageCount
        }
        for record in plan.clinicalRecords {
            try output.file(record.path, record.document)
        }
    }
}

/// The second document of an export, which repeats contents of the main one.
enum DemoClinicalDocument {
    static func bytes(_ plan: DemoPlan) -> [UInt8] {
        let digits = DemoRouteFile.instant(plan.calendar.exportDate).filter(\.isNumber)
        return Array(
            """
            <?xml version="1.0"?>
            <ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
             <code code="34109-9" codeSystem="2.16.840.1.113883.6.1" displayName="Note"/>
             <title>Health Data Export</title>
             <effectiveTime value="\(digits)+0000"/>
             <recordTarget><patientRole><patient><birthTime value="19900228"/></patient></patientRole></recordTarget>
             <entry typeCode="DRIV">
              <observation classCode="OBS" moodCode="EVN">
               <text><sourceName>Health</sourceName><type>HKQuantityTypeIdentifierHeight</type></text>
              </observation>
             </entry>
            </ClinicalDocument>

            """.utf8)
    }
}

extension DemoExport {
    /// The options for writing data: the differences between two exports of one phone.
    public struct Options: Sendable {
        /// The offset of all dates, in seconds east of UTC: that of the phone at the time of the export.
        public var exportOffset = 3600
        /// The preferred units of the person.
        public var units = Units.metric
        /// The seed of the pointers in device strings, which differ between exports.
        public var devicePointerSeed: UInt64 = 1
        /// The name of the folder in the archive. An export written as a folder has its own name.
        public var folderName = "apple_health_export"
        /// The name of the main document without `.xml`; phones localize it.
        public var mainName = "export"
        /// The language of heartbeat times and electrocardiograms.
        public var language = Language.english
        /// The last day of data without appended ones: year, month and day. The default is constant, so that nothing depends on
        /// the clock.
        public var lastDay = DateComponents(year: 2025, month: 4, day: 10)
        /// The time zone of the person on every day; nil for a person who travels and moves.
        public var home: TimeZone?
        /// The number of days that a later export has in addition to the first one; the data of earlier days is the same.
        public var appendDays = 0
        /// Whether metadata has keys that differ only by case, as some apps write them. Programs that create a column for each
        /// key fail for those.
        public var hasKeysDifferingByCase = true
        /// The time zone of the days in ``DemoTruth/Steps``; it does not affect the export.
        public var timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        /// The format; nil to choose it by the name: `.zip`, `.xml`, otherwise a folder.
        public var format: Format?

        /// Creates the options of a phone in Germany with English as its language.
        public init() {}
    }

    /// The preferred units of a person.
    public enum Units: String, Sendable, CaseIterable {
        /// Kilometers, kilograms, degrees Celsius, and kilocalories.
        case metric
        /// Miles, pounds, degrees Fahrenheit, and kilojoules, so that every conversion occurs.
        case imperial
    }

    /// The language and region of a phone.
    public enum Language: String, Sendable, CaseIterable {
        /// English in the United Kingdom: 24 hours, decimal point.
        case english
        /// English in the United States: 12 hours with a narrow space before AM and PM.
        case american
        /// German: 24 hours, decimal comma, German headings.
        case german
        /// English in Portugal: 24 hours, decimal comma, English headings.
        case englishInPortugal

        var locale: String {
            switch self {
            case .english: "en_GB"
            case .american: "en_US"
            case .german: "de_DE"
            case .englishInPortugal: "en_PT"
            }
        }

        var decimalSeparator: UInt8 { self == .german || self == .englishInPortugal ? 0x2C : 0x2E }
    }

    /// The format of an export.
    public enum Format: String, Sendable, CaseIterable {
        /// An archive as written by phones.
        case zip
        /// The unpacked archive.
        case folder
        /// Only the main document.
        case xml
    }
}
