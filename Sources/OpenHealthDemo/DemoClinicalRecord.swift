// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A FHIR document of a hospital.
struct DemoClinicalRecord {
    let type: String
    let identifier: String
    let fhirVersion: String
    let received: Int64
    let path: String
    private let date: String

    init(day: Int, plan: DemoPlan) {
        var generator = SeededGenerator(seed: plan.seed, stream: 3010, index: UInt64(day))
        let types = ["Patient", "Observation", "Condition", "DiagnosticReport", "Immunization"]
        type = types[day / 20 % types.count]
        identifier = "rec-\(day)-\(generator.below(1_000_000))"
        // Hospitals change the version over time; both versions occur in one export.
        fhirVersion = day / 20 % 3 == 2 ? "1.0.2" : "4.0.1"
        received = plan.calendar.midnight(day) + 50_000
        path = "clinical-records/\(type)-\(DemoText.uuid(&generator)).json"
        date = plan.calendar.dateText(day)
    }

    var sourceURL: String { "https://fhir.example.org/\(type)/\(identifier)?a=1&b=2" }

    var document: [UInt8] {
        let fields =
            switch type {
            case "Patient":
                #""name":[{"family":"Beispiel","given":["Ana"]}],"birthDate":"1990-02-28""#
            case "Observation":
                #""status":"final","code":{"text":"Hemoglobin"},"effectiveDateTime":"\#(date)","#
                    + #""valueQuantity":{"value":13.4,"unit":"g/dL"}"#
            case "Condition":
                #""code":{"text":"Seasonal allergy"},"recordedDate":"\#(date)""#
            case "DiagnosticReport":
                #""status":"final","code":{"text":"Blood count"},"issued":"\#(date)T10:00:00Z""#
            default:
                #""status":"completed","vaccineCode":{"text":"Influenza"},"occurrenceDateTime":"\#(date)""#
            }
        return Array("{\"resourceType\":\"\(type)\",\"id\":\"\(identifier)\",\(fields)}\n".utf8)
    }
}
