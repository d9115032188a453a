// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The main document of an export.
final class AppleDocument {
    let context: ExportContext
    let writer: ExportXMLWriter
    let dates: AppleDates
    /// The files that the document refers to, and those beside it.
    var files: [AppleFile] = []
    var names = AppleFileNames()
    /// The samples that are records inside of workouts only.
    var nestedOnly: Set<Int64> = []
    private var heads: [ExportRecordHead?] = []
    private var metadata: [Int64: ExportMetadata] = [:]
    private var typedMetadata: [Int64: Bool] = [:]

    /// The maximum number of cached metadata dictionaries.
    private static let maximumMetadata = 4096

    var contents: StoreContents { context.contents }

    init(_ context: ExportContext, writer: ExportXMLWriter, offset: Int) {
        self.context = context
        self.writer = writer
        dates = AppleDates(offset: offset)
    }

    /// Writes the document, in the order of a phone.
    func write() throws {
        try begin()
        let types = contents.types
        nestedOnly = try efforts()
        for type in types where type.kind == nil || type.kind == .quantity || type.kind == .category {
            try writeRecords(type)
        }
        for type in types where type.kind == .correlation { try forEach(type, writeCorrelation) }
        for type in types where type.kind == .workout { try forEach(type, writeWorkout) }
        try writeSummaries()
        for type in types {
            switch type.kind {
            case .clinical:
                try forEach(type) { record in
                    // Only imported records have the elements of an export.
                    if try !writeClinicalRecord(record) { context.receipt.omit(.clinicalRecords) }
                }
            case .audiogram: try forEach(type, writeAudiogram)
            case .visionPrescription: try forEach(type, writePrescription)
            case .electrocardiogram: try forEach(type, addElectrocardiogram)
            default: try omit(type)
            }
        }
        try context.omitAggregates()
        try context.omitUnheldTables()
        try writer.endDocument()
    }

    private func begin() throws {
        let characteristics = try contents.characteristics()
        let known = Self.characteristics.map { name, unset in
            let identifier = "HKCharacteristicTypeIdentifier\(name)"
            return MetadataPair(
                key: identifier, value: characteristics.first { $0.key == identifier }?.value ?? unset)
        }
        let others = characteristics.filter { pair in !known.contains { $0.key == pair.key } }
        context.receipt.count(.characteristics, times: characteristics.count - others.count)
        context.receipt.omit(.characteristics, times: others.count)
        try writer.beginDocument(
            // checked: the clock of the computer
            .complete, locale: contents.locale() ?? "en_US", exportDate: Int64(context.date.timeIntervalSince1970),
            characteristics: known)
    }

    /// The types whose samples phones write inside of their workouts only.
    private static let effortTypes = [
        HKQuantityTypeIdentifier.workoutEffortScore.rawValue,
        HKQuantityTypeIdentifier.estimatedWorkoutEffortScore.rawValue,
    ]

    /// Returns the effort scores that belong to workouts of the document.
    private func efforts() throws -> Set<Int64> {
        guard contents.types.contains(where: { Self.effortTypes.contains($0.identifier) }) else { return [] }
        var efforts: Set<Int64> = []
        for type in contents.types where type.kind == .workout {
            try contents.forEach(type) { workout in
                guard dates.span(workout) != nil else { return }
                for member in try contents.samples(ofWorkout: workout)
                where try Self.effortTypes.contains(contents.type(member)) && dates.span(member) != nil {
                    efforts.insert(member.id)
                }
            }
        }
        return efforts
    }

    /// The attributes that the document type requires, with their values where nothing is known.
    private static let characteristics = [
        ("DateOfBirth", ""), ("BiologicalSex", "HKBiologicalSexNotSet"), ("BloodType", "HKBloodTypeNotSet"),
        ("FitzpatrickSkinType", "HKFitzpatrickSkinTypeNotSet"), ("CardioFitnessMedicationsUse", "None"),
    ]

    /// Calls a function with the samples of a type that have dates of the format.
    func forEach(_ type: StoreContents.SampleType, _ body: (RawSample) throws -> Void) throws {
        try contents.forEach(type) { sample in
            try context.advance()
            guard dates.span(sample) != nil else { return context.receipt.omit(.datesBeyondCalendar) }
            try body(sample)
        }
    }

    // MARK: What samples share

    /// Returns the beginning of a record, in the unit of its value or in the stored unit.
    func recordHead(_ sample: RawSample, isStored: Bool) throws -> ExportRecordHead {
        let value = try contents.written(sample)
        let index = value.number * 2 + (isStored ? 1 : 0)
        if index < heads.count, let head = heads[index] { return head }
        let head = try head("Record", sample, unit: isStored ? value.storedUnit : value.unit)
        while heads.count <= index { heads.append(nil) }
        heads[index] = head
        return head
    }

    /// Returns the beginning of an element with a source.
    func head(_ element: StaticString, _ sample: RawSample, hasType: Bool = true, unit: String? = nil) throws
        -> ExportRecordHead
    {
        let origin = try contents.origin(sample)
        if ![origin.name, origin.version ?? "", origin.device?.name ?? ""].allSatisfy(ExportText.isCarried) {
            context.receipt.omit(.controlCharacters)
        }
        return ExportRecordHead(
            element: element, type: hasType ? try contents.type(sample) : nil, sourceName: origin.name,
            sourceVersion: origin.version, device: origin.device, unit: unit)
    }

    /// Returns the metadata of a sample; nil for none.
    func metadata(_ sample: RawSample) throws -> ExportMetadata? {
        guard sample.metadata >= 0 else { return nil }
        if let known = metadata[sample.metadata] { return known }
        let entries = entries(try contents.metadata(sample))
        if metadata.count >= Self.maximumMetadata { metadata.removeAll(keepingCapacity: true) }
        metadata[sample.metadata] = entries
        return entries
    }

    /// Returns metadata as elements. Attributes that no version of the format has become entries with `@` before their name, as the store
    /// has them.
    func entries(_ pairs: [MetadataPair]) -> ExportMetadata {
        if !pairs.allSatisfy({ ExportText.isCarried($0.key) && ExportText.isCarried($0.value) }) {
            context.receipt.omit(.controlCharacters)
        }
        return ExportMetadata(pairs)
    }

    /// Writes attributes whose names the document type has, and counts the others.
    func attributes(_ pairs: [MetadataPair], _ known: Set<String>) throws {
        var written: Set<String> = []
        for pair in pairs {
            if known.contains(pair.key), written.insert(pair.key).inserted {
                try writer.attribute(named: pair.key, pair.value)
            } else {
                context.receipt.omit(.unknownAttributes)
            }
        }
    }

    /// Counts what the format cannot hold of a sample.
    @inline(__always)
    func omitParts(_ sample: RawSample) throws {
        if sample.start != sample.start.rounded(.down) || sample.end != sample.end.rounded(.down) {
            context.receipt.omit(.fractionsOfSeconds)
        }
        if sample.ordinal < 0 { try omitSavedParts(sample) }
    }

    private func omitSavedParts(_ sample: RawSample) throws {
        let origin = try contents.origin(sample)
        context.receipt.omit(.uuids)
        if origin.bundleIdentifier != nil { context.receipt.omit(.bundleIdentifiers) }
        if origin.productType != nil || origin.operatingSystem != nil { context.receipt.omit(.systemVersions) }
        guard sample.metadata >= 0 else { return }
        if let isTyped = typedMetadata[sample.metadata] {
            if isTyped { context.receipt.omit(.typedMetadata) }
            return
        }
        let isTyped = try contents.hasTypedMetadata(sample)
        if typedMetadata.count >= Self.maximumMetadata { typedMetadata.removeAll(keepingCapacity: true) }
        typedMetadata[sample.metadata] = isTyped
        if isTyped { context.receipt.omit(.typedMetadata) }
    }

    // MARK: What the format cannot hold

    private func omit(_ type: StoreContents.SampleType) throws {
        let kind: ExportKind
        switch type.kind {
        case .series:
            guard type.identifier == HKWorkoutRouteTypeIdentifier else {
                kind = .heartbeatSeries
                break
            }
            let hasWorkouts = contents.types.contains { $0.kind == .workout }
            return try contents.forEach(type) { route in
                if try !hasWorkouts || !contents.hasWorkout(route) { context.receipt.omit(.routesWithoutWorkout) }
            }
        case .stateOfMind: kind = .statesOfMind
        case .scoredAssessment: kind = .scoredAssessments
        case .medicationDoseEvent: kind = .medicationDoses
        case .userAnnotatedMedication: kind = .medications
        case .document: kind = .documents
        default: return
        }
        try contents.forEach(type) { _ in context.receipt.omit(kind) }
    }
}

/// Dates as exports contain them: whole seconds in the years 1900 to 9999, in one time zone offset.
struct AppleDates {
    private let range: ClosedRange<Double>

    /// - Parameter offset: seconds east of UTC.
    init(offset: Int) {
        // 1900-01-01 and the end of 9999, in local and in universal time.
        let first = -2_208_988_800.0
        let last = 253_402_300_799.0
        range = max(first, first - Double(offset))...min(last, last - Double(offset))
    }

    /// Returns a date without its fraction of a second, or nil if exports cannot contain it.
    func seconds(_ date: Double) -> Int64? {
        let whole = date.rounded(.down)
        return range.contains(whole) ? Int64(whole) : nil  // checked: the range
    }

    /// Returns the start and end of a sample, or nil if exports cannot contain them.
    func span(_ sample: RawSample) -> (start: Int64, end: Int64)? {
        guard let start = seconds(sample.start), let end = seconds(sample.end) else { return nil }
        return (start, end)
    }

    /// Returns when a sample was saved, or nil if that is unknown.
    func created(_ sample: RawSample) -> Int64? {
        sample.lag.flatMap { seconds((sample.start + Double($0)).rounded(.down)) }
    }
}

/// The names of the files beside the main document, each used once.
struct AppleFileNames {
    private var used: [String: Int] = [:]

    /// The path of a route.
    /// - Parameter date: the end of the route, in seconds since 1970.
    mutating func route(_ date: Int64, zone: TimeZone) -> String {
        let parts = Self.parts(date, zone)
        let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
        let time = "\(hour % 12 == 0 ? 12 : hour % 12).\(Self.two(minute))\(hour < 12 ? "am" : "pm")"
        return unique("workout-routes/route_\(Self.day(parts))_\(time)", "gpx")
    }

    /// The path of an electrocardiogram.
    /// - Parameter date: its start, in seconds since 1970.
    mutating func electrocardiogram(_ date: Int64, zone: TimeZone) -> String {
        unique("electrocardiograms/ecg_\(Self.day(Self.parts(date, zone)))", "csv")
    }

    /// The path of a clinical record.
    mutating func clinicalRecord(_ type: String, uuid: UUID) -> String {
        // The type comes from a file.
        let name = type.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return unique("clinical-records/\(name.isEmpty ? "Record" : name)-\(uuid.uuidString)", "json")
    }

    private mutating func unique(_ name: String, _ suffix: String) -> String {
        let count = used[name, default: 0]
        used[name] = count + 1
        return count == 0 ? "\(name).\(suffix)" : "\(name)_\(count).\(suffix)"
    }

    private static func parts(_ date: Int64, _ zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents(
            [.year, .month, .day, .hour, .minute], from: Date(timeIntervalSince1970: Double(date)))
    }

    private static func day(_ parts: DateComponents) -> String {
        "\(parts.year ?? 0)-\(two(parts.month ?? 1))-\(two(parts.day ?? 1))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
