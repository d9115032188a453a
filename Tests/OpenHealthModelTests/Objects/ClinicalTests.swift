// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct ClinicalTests {
    @Test func fhirVersions() throws {
        let cases: [(String, HKFHIRRelease)] = [
            ("1.0.2", .dstu2), ("4.0.1", .r4), ("4.0.0", .r4), ("3.0.1", .unknown), ("5.0.0", .unknown),
        ]
        for (text, release) in cases {
            let version = try HKFHIRVersion(fromVersionString: text)
            #expect(version.stringRepresentation == text)
            #expect(version.fhirRelease == release)
        }
        #expect(HKFHIRVersion.primaryDSTU2().stringRepresentation == "1.0.2")
        #expect(HKFHIRVersion.primaryR4().stringRepresentation == "4.0.1")
        for text in [
            "", "4", "4.0", "4.0.1.2", "4.0.x", "4..1", "-4.0.1", "4.0.1 ", "99999999999999999999.0.0", "٤.0.1",
        ] {
            #expect(throws: HKObjectValidationError.self) { _ = try HKFHIRVersion(fromVersionString: text) }
        }
    }

    static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- <title>not this</title> -->
        <ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc">
          <id root="1.2.3"/><title>Health &amp; more&#33;</title>
          <recordTarget><patientRole><id/><patient><name use="L"><given>Ana</given><family>Sá</family></name>
            <birthplace/></patient></patientRole></recordTarget>
          <author><assignedAuthor><assignedPerson><name>Dr. B</name></assignedPerson></assignedAuthor></author>
          <custodian><assignedCustodian><representedCustodianOrganization><name>Clinic</name>
          </representedCustodianOrganization></assignedCustodian></custodian>
          <component><structuredBody><component><section><title>Body</title></section></component></structuredBody>
          </component>
        </ClinicalDocument>
        """

    @Test func documentsAreRead() throws {
        let data = Data(Self.document.utf8)
        let sample = try HKCDADocumentSample(
            data: data, start: HealthModelTestSamples.start, end: HealthModelTestSamples.end, metadata: nil)
        let document = try #require(sample.document)
        #expect(document.title == "Health & more!")
        #expect(document.patientName == "Ana Sá")
        #expect(document.authorName == "Dr. B")
        #expect(document.custodianName == "Clinic")
        #expect(document.documentData == data)
        #expect(sample.documentType == HKDocumentType(.CDA))
    }

    @Test func otherDataIsRefused() {
        let texts = ["", "{}", "<html></html>", "ClinicalDocument", "<a><ClinicalDocument/></a>", "<", "<!--", "<?xml"]
        for text in texts {
            #expect(throws: HKObjectValidationError.self, "\(text)") {
                _ = try HKCDADocumentSample(
                    data: Data(text.utf8), start: HealthModelTestSamples.start, end: HealthModelTestSamples.end,
                    metadata: nil)
            }
        }
    }

    /// Four days is the only known limit of a duration.
    @Test func longDocumentsAreRefused() throws {
        let data = Data(Self.document.utf8)
        let start = HealthModelTestSamples.start
        _ = try HKCDADocumentSample(data: data, start: start, end: start.addingTimeInterval(345_600), metadata: nil)
        do {
            _ = try HKCDADocumentSample(data: data, start: start, end: start.addingTimeInterval(345_601), metadata: nil)
            Issue.record("no error")
        } catch let error as HKObjectValidationError {
            #expect(error.code == .durationOutOfRange)
        }
    }

    @Test func truncatedDocumentsNeverTrap() {
        let bytes = Array(Self.document.utf8)
        for length in 0...bytes.count {
            _ = try? HKCDADocumentSample(
                data: Data(bytes[..<length]), start: HealthModelTestSamples.start, end: HealthModelTestSamples.end,
                metadata: nil)
        }
    }

    @Test func verifiableRecords() throws {
        let name = "HKVerifiableClinicalRecord"
        let sample = try #require(HealthModelTestSamples.objects.first { $0.name == name })
        let record = try #require(sample.make() as? HKVerifiableClinicalRecord)
        #expect(record.jwsRepresentation == record.dataRepresentation)
        #expect(record.subject.fullName == "Ana")
        #expect(record.subject.dateOfBirthComponents?.day == 29)
    }
}
