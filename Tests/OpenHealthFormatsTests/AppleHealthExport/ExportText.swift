// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Small documents for tests.
enum ExportText {
    /// Returns the records of a test between a valid beginning and end.
    static func document(_ body: String, documentType: String = documentType14) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(documentType)<HealthData locale=\"en_GB\">\n\(body)\n</HealthData>\n"
    }

    /// Returns a record of steps with the attributes of the test before its own.
    static func steps(_ attributes: String = "", value: String = "42", start: String = "10:00:00", end: String? = nil)
        -> String
    {
        """
         <Record \(attributes) type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        startDate="2024-03-09 \(start) +0000" endDate="2024-03-09 \(end ?? start) +0000" value="\(value)"/>
        """
    }

    /// Returns the seconds since 1970 of a time on 9 March 2024, UTC.
    static func seconds(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Double {
        1_709_942_400 + Double(hour * 3600 + minute * 60 + second)
    }

    /// A short valid document type.
    static let documentType14 = """
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        ]>

        """

    /// A broken document type as written by iPhones in 2022: a list of attributes has no end and contains declarations, and a
    /// `>` is left over.
    static let brokenDocumentType12 = """
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 12 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|VisionPrescription)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        <!ELEMENT VisionPrescription ((RightEye|LeftEye|Attachment|MetadataEntry)*)>
        <!ATTLIST VisionPrescription
          type             CDATA #REQUIRED
          dateIssued       CDATA #REQUIRED
          expirationDate   CDATA #IMPLIED
          brand            CDATA #IMPLIED
        <!ELEMENT RightEye EMPTY>
        <!ATTLIST RightEye
          sphere           CDATA #IMPLIED
          sphereUnit       CDATA #IMPLIED
        >
        <!ELEMENT Attachment EMPTY>
        <!ATTLIST Attachment
          identifier       CDATA #IMPLIED
        >
        >
        ]>

        """

    /// Returns the code of the error that a closure throws.
    static func error(_ body: () throws -> Void) -> FormatError? {
        do {
            try body()
            return nil
        } catch let error as FormatError {
            #expect(!error.message.isEmpty && !error.remedy.isEmpty && !error.file.isEmpty)
            return error
        } catch {
            Issue.record("\(error) is no FormatError")
            return nil
        }
    }

    /// Returns the URL of a file or folder of the fixtures.
    static func fixture(_ name: String) throws -> URL {
        let url = Bundle.module.bundleURL.appending(path: "Fixtures/AppleHealthExport").appending(path: name)
        try #require(FileManager.default.fileExists(atPath: url.path))
        return url
    }
}
