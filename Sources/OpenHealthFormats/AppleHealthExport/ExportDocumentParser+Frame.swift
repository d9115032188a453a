// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ExportDocumentParser {
    /// An element between its start and its end tag, with everything that has been read of it.
    ///
    /// Each kind of element has a case with the values that only an element of the kind has, so that nothing can be
    /// added to an element that is not open. An element that belongs to another one also has that one's values.
    enum Frame {
        /// The document around the root element.
        case document
        /// The root element.
        case healthData
        /// A record that can be right.
        case record(OpenRecord)
        /// A record that was left out. Its metadata and heartbeats are counted and left out too.
        case rejectedRecord
        /// The heartbeats of a record; nil if the record was left out.
        case beatList(Pending<[Beat]>?)
        case correlation(Pending<CorrelationData>)
        case workout(Pending<WorkoutData>)
        case event(Pending<WorkoutEventData>, of: EventOwner)
        case activity(Pending<WorkoutActivityData>, of: Pending<WorkoutData>)
        case route(Pending<WorkoutRouteData>, of: Pending<WorkoutData>)
        case zoneGroup(Pending<WorkoutZoneGroupData>, of: Pending<WorkoutData>)
        case audiogram(Pending<AudiogramData>)
        case vision(Pending<VisionPrescriptionData>)
        /// An element that holds nothing, written with an end tag.
        case leaf
        /// An element that was left out; what it holds is left out with it.
        case skipped
        /// An element that is not known, kept as it is.
        case unknown(Pending<UnknownElement>)
        /// An element inside one that is not known, with its name as written.
        case unknownPart(of: Pending<UnknownElement>, name: [UInt8])
    }

    /// An open element and the hash of its name, which its end tag repeats.
    struct OpenElement {
        var frame: Frame
        var name: ContentHash
    }

    /// The values of an element that is open.
    ///
    /// A class, so that elements inside it add to it in place: a frame that is taken from the stack shares its arrays with
    /// the stack, and a change would copy them. Records, which are by far the most elements, need none.
    final class Pending<Value> {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    /// A record between its start and its end tag.
    struct OpenRecord {
        var row: SampleRow
        /// The element that the record stands in.
        let owner: RecordOwner
        /// The heartbeats; nil until the record has a list of them.
        var beats: Pending<[Beat]>?
    }

    /// The elements that hold records.
    enum RecordOwner {
        case healthData
        case correlation(Pending<CorrelationData>)
        case workout(Pending<WorkoutData>)
    }

    /// The elements that hold events.
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

    /// Whether the frame is that of an element that is not known, or of an element inside one.
    var isUnknown: Bool {
        switch self {
        case .unknown, .unknownPart: true
        default: false
        }
    }

    /// Whether the frame is that of an element that never holds a record. Elements that are not known can hold anything.
    var neverHoldsRecords: Bool {
        switch self {
        case .record, .rejectedRecord, .beatList, .leaf, .skipped: true
        default: false
        }
    }
}
