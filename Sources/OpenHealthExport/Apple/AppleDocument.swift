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
        for type in types where type.kind == nil || type.kind == .quantity || type.kind == .category {
            try writeRecords(type)
        }
        for type in types where type.kind == .correlation { try forEach(type, writeCorrelation) }
        for type in types where type.kind == .workout { try forEach(type, writeWorkout) }
        try writeSummaries()
        for type in types {
            switch type.kind {
            case .clinical: try forEach(type) { _ = try writeClinicalRecord($0) }
            case .audiogram: try forEach(type, writeAudiogram)
            case .visionPrescription: try forEach(type, writePrescription)
            case .electrocardiogram: try forEach(type, addElectrocardiogram)
            default: try omit(type)
            }
        }
        try omitOthers()
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
            .complete, locale: contents.locale() ?? "en_US", exportDate: Int64(context.date.timeIntervalSince1970),
            characteristics: known)
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

    /// Returns metadata as elements. Attributes that no version of the format has are counted instead.
    func entries(_ pairs: [MetadataPair]) -> ExportMetadata {
        let entries = pairs.filter { !$0.key.hasPrefix("@") }
        context.receipt.omit(.unknownAttributes, times: pairs.count - entries.count)
        if !entries.allSatisfy({ ExportText.isCarried($0.key) && ExportText.isCarried($0.value) }) {
            context.receipt.omit(.controlCharacters)
        }
        return ExportMetadata(entries)
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

    private func omitOthers() throws {
        context.receipt.omit(.attachments, times: try contents.count(.attachments))
        context.receipt.omit(.medications, times: try contents.count(.medications))
        context.receipt.omit(.effortRelations, times: try contents.count(.effortRelations))
        for element in try contents.unknownElements() { context.receipt.omit(.unknownElements, times: element.count) }
    }
}
