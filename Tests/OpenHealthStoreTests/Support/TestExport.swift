// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A document of the export format, built from the records of a test.
struct TestExport {
    /// A record with dates in seconds after 2024-01-01T00:00:00Z.
    struct Record {
        var type = "HKQuantityTypeIdentifierStepCount"
        var unit: String? = "count"
        var value: String? = "10"
        var source = "Ada’s iPhone"
        var version: String? = "17.2"
        var device: String? = "name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,2, software:17.2"
        var start = 0
        var end = 60
        var metadata: [(String, String)] = []
    }

    /// The offset of all dates from UTC in seconds.
    var offset = 3600
    /// The pointer in device attributes.
    var pointer = 0x3012_772a0
    var body = ""

    func date(_ seconds: Int) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: offset)
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        return formatter.string(from: Date(timeIntervalSince1970: 1_704_067_200 + Double(seconds)))
    }

    func xml(_ record: Record) -> String {
        var out = "<Record type=\"\(record.type)\" sourceName=\"\(record.source)\""
        if let version = record.version { out += " sourceVersion=\"\(version)\"" }
        if let device = record.device {
            out += " device=\"&lt;&lt;HKDevice: 0x\(String(pointer, radix: 16))&gt;, \(device)&gt;\""
        }
        if let unit = record.unit { out += " unit=\"\(unit)\"" }
        out +=
            " creationDate=\"\(date(record.end + 5))\" startDate=\"\(date(record.start))\" endDate=\"\(date(record.end))\""
        if let value = record.value { out += " value=\"\(value)\"" }
        guard !record.metadata.isEmpty else { return out + "/>\n" }
        let entries = record.metadata.map { "<MetadataEntry key=\"\($0.0)\" value=\"\($0.1)\"/>\n" }
        return out + ">\n" + entries.joined() + "</Record>\n"
    }

    mutating func add(_ records: Record...) {
        for record in records { body += xml(record) }
    }

    /// Adds an element with dates and contents.
    mutating func add(_ element: String, _ attributes: String, start: Int, end: Int, _ content: String = "") {
        body +=
            "<\(element) \(attributes) sourceName=\"Ada’s Watch\" startDate=\"\(date(start))\" endDate=\"\(date(end))\">\n"
            + content + "</\(element)>\n"
    }

    var document: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_GB">
         <ExportDate value="\(date(86_400 * 30))"/>
        \(body)</HealthData>

        """
    }
}
