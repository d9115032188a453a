// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// An electrocardiogram with its measurements.
package struct ContentElectrocardiogram {
    /// The lines of the header as imported; empty if an app saved it.
    package var header: [MetadataPair]
    /// The name of the classification, or the words of the imported file.
    package var classification: String?
    /// Measurements in a second.
    package var sampleRate: Double
    /// The unit of the measurements.
    package var unit: String
    /// The measurements.
    package var voltages: [Double]
    /// Beats per minute.
    package var averageHeartRate: Double?
    /// The raw value of the status of symptoms.
    package var symptomsStatus: Int?
}

extension StoreContents {
    /// An electrocardiogram; nil if its details are missing.
    package func electrocardiogram(_ sample: RawSample) throws -> ContentElectrocardiogram? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT header, classification, sample_rate, unit, encoding, voltages, average_heart_rate, symptoms_status
                    FROM electrocardiogram WHERE id = ?
                    """),
            arguments: [sample.id])
        guard let row else { return nil }
        guard let voltages = VoltageBlob.decode(try row.decode(atIndex: 5), encoding: try row.decode(atIndex: 4)) else {
            throw StoreError.inconsistent(
                "the measurements of the electrocardiogram at place \(sample.id) cannot be read")
        }
        return ContentElectrocardiogram(
            header: (try row.decode(String?.self, atIndex: 0)).map(MetadataPairs.read) ?? [],
            classification: try row.decode(atIndex: 1), sampleRate: try row.decode(atIndex: 2),
            unit: try row.decode(atIndex: 3), voltages: voltages, averageHeartRate: try row.decode(atIndex: 6),
            symptomsStatus: try row.decode(atIndex: 7))
    }
}
