// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// A synthetic export of a synthetic person, of any size, with the same bytes for the same seed and constant memory use.
///
/// It has the features of real exports: a phone and a watch that count the same steps, sleep stages, workouts with routes,
/// electrocardiograms, symptoms, travel through several time zones, a change of home (except with seed 1), exact duplicates, repeated records, and a
/// few elements that are unknown to readers.
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
