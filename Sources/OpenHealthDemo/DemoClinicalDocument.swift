// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
