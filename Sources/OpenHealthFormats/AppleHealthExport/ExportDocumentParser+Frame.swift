// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ExportDocumentParser {
    /// An element between its start tag and its end tag, with the data that has been read.
    ///
    /// Each kind of element has a case with the values of that kind, so nothing can be added to an element that is not open. An
    /// element that belongs to another one also has the values of that one.
    enum Frame {
        /// The document around the root element.
        case document
        /// The root element.
        case healthData
        /// A valid record.
        case record(OpenRecord)
        /// A record that was omitted. Its metadata and heartbeats are counted and omitted too.
        case rejectedRecord
        /// The heartbeats of a record; nil if the record was omitted.
        case beatList(Pending<[Beat]>?)
        case correlation(Pending<CorrelationData>)
        case workout(Pending<WorkoutData>)
        case event(Pending<WorkoutEventData>, of: EventOwner)
        case activity(Pending<WorkoutActivityData>, of: Pending<WorkoutData>)
        case route(Pending<WorkoutRouteData>, of: Pending<WorkoutData>)
        case zoneGroup(Pending<WorkoutZoneGroupData>, of: Pending<WorkoutData>)
        case audiogram(Pending<AudiogramData>)
        case vision(Pending<VisionPrescriptionData>)
        /// An element without contents, written with an end tag.
        case leaf
        /// An element that was omitted, with its contents.
        case skipped
        /// An unknown element, which is kept as is.
        case unknown(Pending<UnknownElement>)
        /// An element inside an unknown one, with its name as written.
        case unknownPart(of: Pending<UnknownElement>, name: [UInt8])
    }

    /// An open element, with the hash of its name for comparison with its end tag.
    struct OpenElement {
        var frame: Frame
        var name: ContentHash
    }

    /// The values of an open element.
    ///
    /// A class, so that nested elements add to it in place: a frame that is read from the stack shares its arrays with the stack,
    /// and a change would copy them. Records, by far the most frequent elements, do not need it.
    final class Pending<Value> {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    /// A record between its start and its end tag.
    struct OpenRecord {
        var row: SampleRow
        /// The element that contains the record.
        let owner: RecordOwner
        /// The heartbeats; nil if the record has no list of them.
        var beats: Pending<[Beat]>?
    }

    /// The elements that can contain records.
    enum RecordOwner {
        case healthData
        case correlation(Pending<CorrelationData>)
        case workout(Pending<WorkoutData>)
    }

    /// The elements that can contain events.
    enum EventOwner {
        case workout(Pending<WorkoutData>)
        case activity(Pending<WorkoutActivityData>)
    }
}

extension ExportDocumentParser.Frame {
    /// Whether the frame is that of the root element.
    var isHealthData: Bool {
        if case .healthData = self { true } else { false }
    }

    /// Whether the frame is that of an unknown element, or of an element inside one.
    var isUnknown: Bool {
        switch self {
        case .unknown, .unknownPart: true
        default: false
        }
    }

    /// Whether the frame is that of an element that never contains records. Unknown elements can contain anything.
    var neverHoldsRecords: Bool {
        switch self {
        case .record, .rejectedRecord, .beatList, .leaf, .skipped: true
        default: false
        }
    }
}
