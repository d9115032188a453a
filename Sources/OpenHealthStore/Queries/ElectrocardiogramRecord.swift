// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An electrocardiogram without its measurements.
public struct ElectrocardiogramRecord: Sendable, Equatable {
    /// The UUID, dates, source and metadata.
    public var sample: SampleRecord
    /// The classification in the wording and language of the file.
    public var classification: String?
    /// The number of measurements per second.
    public var sampleRate: Double
    /// The unit of the measurements, such as `µV`.
    public var unit: String
    /// The lines of the file's header, as written.
    public var header: [MetadataPair]
    /// The number of measurements.
    public var measurements: Int
}
