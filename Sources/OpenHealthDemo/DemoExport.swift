// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// A made-up export of a made-up person: any size, the same bytes for the same seed, flat in memory.
///
/// It has what real ones have: a phone and a watch that count the same steps, sleep in stages, workouts with routes,
/// electrocardiograms, symptoms, journeys through several time zones, a home that moves, exact duplicates, records
/// that stand twice, and a few things that no reader knows yet.
///
///     let truth = try DemoExport(records: 10_000, seed: 7).write(to: url)
public struct DemoExport: Sendable {
    /// The number of records, without those of ``Options/appendDays``; at least 500, so that there is one of
    /// everything.
    public let records: Int
    /// The seed; another one is another person.
    public let seed: UInt64

    /// Describes an export.
    /// - Parameters:
    ///   - records: how many records it has; fewer than 500 are 500.
    ///   - seed: any number.
    public init(records: Int = 100_000, seed: UInt64 = 1) {
        self.records = max(500, records)
        self.seed = seed
    }

    /// Writes it.
    /// - Parameters:
    ///   - url: the archive, folder or document to make; an existing file is replaced.
    ///   - options: how the data is written.
    /// - Returns: what it holds.
    /// - Throws: `FormatError` where the files cannot be written.
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

/// The second document of an export, which repeats what stands in the main one.
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
