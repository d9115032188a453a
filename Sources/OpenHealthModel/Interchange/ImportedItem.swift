// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An item of an import other than a plain record.
public enum ImportedItem: Sendable {
    /// The description of the export.
    case exportInfo(ExportInfo)
    /// The person's characteristics, by attribute name, as written.
    case characteristics([MetadataPair])
    /// A group of records.
    case correlation(CorrelationData)
    /// A workout with its contents.
    case workout(WorkoutData)
    /// The activity summary of a day.
    case activitySummary(ActivitySummaryData)
    /// A clinical record and its document.
    case clinicalRecord(ClinicalRecordData)
    /// A hearing test.
    case audiogram(AudiogramData)
    /// A prescription for glasses or contact lenses.
    case visionPrescription(VisionPrescriptionData)
    /// An electrocardiogram.
    case electrocardiogram(ElectrocardiogramData)
    /// The heartbeats of a recording.
    case heartbeatSeries(HeartbeatSeriesData)
    /// The points of a route file that a workout references by its path.
    case routeFile(RouteFileData)
    /// An unknown element.
    case unknownElement(UnknownElementData)
}

/// The description of an export.
public struct ExportInfo: Sendable, Equatable {
    /// The `locale` of the document, such as `en_US`.
    public var locale: String?
    /// The date of the export, in seconds since 1970.
    public var exportDate: Double?
    /// The offset of the phone's time zone at the time of the export, in seconds east of UTC.
    public var offset: Int?
    /// The version in the document type's comment.
    public var version: Int?

    /// Creates an empty description.
    public init() {}
}

/// The common attributes of all sample elements.
public struct SampleData: Sendable, Equatable {
    /// The index of the provenance in the reader's dictionary.
    public var provenance: Int32
    /// The metadata of the element, in the order of the input.
    public var metadata: [MetadataPair]
    /// The start, in seconds since 1970.
    public var start: Double
    /// The end, in seconds since 1970.
    public var end: Double
    /// The creation date, in seconds since 1970, or NaN.
    public var created: Double

    /// Creates the attributes from their values.
    public init(
        provenance: Int32, metadata: [MetadataPair] = [], start: Double, end: Double, created: Double = .nan
    ) {
        self.provenance = provenance
        self.metadata = metadata
        self.start = start
        self.end = end
        self.created = created
    }
}

/// A record inside a correlation or workout, with its heartbeats.
public struct NestedRow: Sendable, Equatable {
    /// The record; its `text` is an index into ``SampleBatch/texts``.
    public var row: SampleRow
    /// The heartbeats of the record, if any.
    public var beats: [Beat]

    /// Creates a nested record.
    public init(row: SampleRow, beats: [Beat] = []) {
        self.row = row
        self.beats = beats
    }
}

/// A correlation: blood pressure or food.
public struct CorrelationData: Sendable, Equatable {
    /// The type identifier.
    public var type: String
    /// The source, dates and metadata.
    public var sample: SampleData
    /// The records of the correlation, which the export can repeat at the top level.
    public var members: [NestedRow]

    /// Creates a correlation.
    public init(type: String, sample: SampleData, members: [NestedRow] = []) {
        self.type = type
        self.sample = sample
        self.members = members
    }
}

/// The activity summary of a day.
public struct ActivitySummaryData: Sendable, Equatable {
    /// The local day, `2024-03-10`.
    public var day: String
    /// The attributes of the element except the day, as written: energies with their unit, minutes, hours.
    public var values: [MetadataPair]

    /// Creates a summary.
    public init(day: String, values: [MetadataPair]) {
        self.day = day
        self.values = values
    }
}

/// A clinical record as the export lists it, with its document.
public struct ClinicalRecordData: Sendable, Equatable {
    /// The FHIR resource type, such as `Observation`.
    public var type: String
    /// The provider's identifier.
    public var identifier: String
    /// The name of the source.
    public var sourceName: String
    /// The URL of the source, as written.
    public var sourceURL: String
    /// The FHIR version, such as `4.0.1`.
    public var fhirVersion: String
    /// The download date of the record, in seconds since 1970.
    public var receivedDate: Double
    /// The path of the document in the export.
    public var resourcePath: String
    /// The document, or `nil` if the file is missing.
    public var resource: Data?

    /// Creates a clinical record from its properties.
    public init(
        type: String, identifier: String, sourceName: String, sourceURL: String, fhirVersion: String,
        receivedDate: Double, resourcePath: String, resource: Data?
    ) {
        self.type = type
        self.identifier = identifier
        self.sourceName = sourceName
        self.sourceURL = sourceURL
        self.fhirVersion = fhirVersion
        self.receivedDate = receivedDate
        self.resourcePath = resourcePath
        self.resource = resource
    }
}

/// A hearing test with its attributes and points as written.
public struct AudiogramData: Sendable, Equatable {
    /// The type identifier.
    public var type: String
    /// The source, dates and metadata.
    public var sample: SampleData
    /// The attributes of each `SensitivityPoint`, in order.
    public var points: [[MetadataPair]]

    /// Creates a hearing test.
    public init(type: String, sample: SampleData, points: [[MetadataPair]] = []) {
        self.type = type
        self.sample = sample
        self.points = points
    }
}

/// A prescription for glasses or contact lenses, with its lenses as written.
public struct VisionPrescriptionData: Sendable, Equatable {
    /// The kind, as written.
    public var type: String
    /// The issue date, in seconds since 1970.
    public var dateIssued: Double
    /// The expiration date, in seconds since 1970.
    public var expirationDate: Double?
    /// The brand of contact lenses.
    public var brand: String?
    /// The attributes of `RightEye` in order; empty if there are none.
    public var rightEye: [MetadataPair] = []
    /// The attributes of `LeftEye` in order; empty if there are none.
    public var leftEye: [MetadataPair] = []
    /// The identifiers of the attachments.
    public var attachments: [String] = []
    /// The metadata in order.
    public var metadata: [MetadataPair] = []
    /// All other attributes.
    public var other: [MetadataPair] = []

    /// Creates a prescription without lenses.
    public init(type: String, dateIssued: Double) {
        self.type = type
        self.dateIssued = dateIssued
    }
}

/// The heartbeats of a recording.
public struct HeartbeatSeriesData: Sendable, Equatable {
    /// The source, dates and metadata.
    public var sample: SampleData
    /// The times of the heartbeats, in seconds since the start, in ascending order and up to the end.
    public var times: [Double]
    /// The indices of the heartbeats before which others may have been missed.
    public var gaps: Set<Int>

    /// Creates a series from its heartbeats.
    public init(sample: SampleData, times: [Double], gaps: Set<Int> = []) {
        self.sample = sample
        self.times = times
        self.gaps = gaps
    }
}

/// An unknown element, kept unchanged.
public struct UnknownElementData: Sendable, Equatable {
    /// The name of the element.
    public var name: String
    /// The name of the parent element.
    public var parent: String
    /// The bytes of the element, from `<` to `>`, as UTF-8.
    public var xml: String

    /// Creates an unknown element.
    public init(name: String, parent: String, xml: String) {
        self.name = name
        self.parent = parent
        self.xml = xml
    }
}
