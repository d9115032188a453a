// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKAudiogramSensitivityPoint {
    /// Creates the sensitivity to a tone.
    /// - Parameters:
    ///   - hertz: The frequency of the tone.
    ///   - left: The hearing threshold of the left ear in dBHL.
    ///   - right: The hearing threshold of the right ear in dBHL.
    public static func fixture(hertz: Double = 1_000, left: Double = 10, right: Double = 15)
        -> HKAudiogramSensitivityPoint
    {
        let level = { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
        do {
            return try HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: .hertz(), doubleValue: hertz), leftEarSensitivity: level(left),
                rightEarSensitivity: level(right))
        } catch {
            contractViolation("Invalid point of a hearing test: \(error)")
        }
    }
}

extension HKCDADocumentSample {
    /// Creates a document in the Clinical Document Architecture.
    /// - Parameters:
    ///   - title: The title of the document.
    ///   - patient: The name of the person.
    ///   - start: The start of the documented period; by default now.
    ///   - end: The end of the documented period; by default its start.
    public static func fixture(
        title: String = "Summary", patient: String = "Jo Doe", start: Date = Date(), end: Date? = nil
    ) -> HKCDADocumentSample {
        let document = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ClinicalDocument xmlns="urn:hl7-org:v3"><title>\(title)</title><recordTarget><patientRole><patient>\
            <name>\(patient)</name></patient></patientRole></recordTarget></ClinicalDocument>
            """
        do {
            return try HKCDADocumentSample(
                data: Data(document.utf8), start: start, end: end ?? start, metadata: nil)
        } catch {
            contractViolation("Invalid clinical document: \(error)")
        }
    }
}
