// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Small documents for tests.
enum ExportText {
    /// The records of a test between a proper beginning and end.
    static func document(_ body: String, documentType: String = documentType14) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(documentType)<HealthData locale=\"en_GB\">\n\(body)\n</HealthData>\n"
    }

    /// A record of steps with the attributes of the test before its own.
    static func steps(_ attributes: String = "", value: String = "42", start: String = "10:00:00", end: String? = nil)
        -> String
    {
        """
         <Record \(attributes) type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        startDate="2024-03-09 \(start) +0000" endDate="2024-03-09 \(end ?? start) +0000" value="\(value)"/>
        """
    }

    /// Seconds since 1970 of a time on 9 March 2024, UTC.
    static func seconds(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Double {
        1_709_942_400 + Double(hour * 3600 + minute * 60 + second)
    }

    /// A short document type that is sound.
    static let documentType14 = """
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        ]>

        """

    /// Broken as phones wrote it in 2022: one list of attributes has no end, declarations fall into it, and a `>` is
    /// left over.
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

    /// The code of the error that a body throws.
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

    /// A file or folder of the fixtures.
    static func fixture(_ name: String) throws -> URL {
        let url = Bundle.module.bundleURL.appending(path: "Fixtures/AppleHealthExport").appending(path: name)
        try #require(FileManager.default.fileExists(atPath: url.path))
        return url
    }
}
