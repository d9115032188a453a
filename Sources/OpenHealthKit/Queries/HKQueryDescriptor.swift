// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because the class is open and so cannot be final, and NSPredicate is not marked as safe to share on Linux; neither
// the type nor the predicate ever changes.
/// A type of samples and what they have to fit: one of the parts of a query for several types.
open class HKQueryDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The predicate of the samples; nil for all of the type.
    public let predicate: NSPredicate?

    /// Creates a descriptor; see the properties.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
        super.init()
    }

    /// The store's query.
    var part: SampleQuery.Part { SampleQuery.Part(sampleType, PredicateNode(predicate)) }

    /// Whether the other is a descriptor of the same type with the same predicate.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKQueryDescriptor)?.part == part
    }

    /// A hash of the type and the predicate.
    open override var hash: Int { part.hashValue }

    /// The descriptor itself, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the descriptor to an archive. A predicate made from a block is code and cannot be written: the process stops,
    /// as on Apple's systems.
    open func encode(with coder: NSCoder) {
        coder.encode(sampleType, forKey: "sampleType")
        guard predicate != nil else { return }
        guard let data = try? JSONEncoder.sortedKeys.encode(PredicateNode(predicate)) else {
            contractViolation("A predicate with a block cannot be archived; make it from a format or with HKQuery.")
        }
        coder.encode(data as NSData, forKey: "predicate")
    }

    /// Reads a descriptor from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let sampleType = coder.decodeObject(of: HKSampleType.self, forKey: "sampleType") else { return nil }
        self.sampleType = sampleType
        if coder.containsValue(forKey: "predicate") {
            guard let data = coder.decodeObject(of: NSData.self, forKey: "predicate"),
                let node = try? JSONDecoder().decode(PredicateNode.self, from: Data(referencing: data))
            else { return nil }
            predicate = node.predicate
        } else {
            predicate = nil
        }
        super.init()
    }
}

extension [HKQueryDescriptor] {
    /// The parts of the store's query.
    /// - Throws: `errorInvalidArgument` where there is none.
    var parts: [SampleQuery.Part] {
        get throws(HKError) {
            if isEmpty { throw HKError(.errorInvalidArgument, "The query has no descriptors. Give at least one.") }
            return map(\.part)
        }
    }

    /// The type of the only descriptor; nil where there are several.
    var onlyType: HKSampleType? { count == 1 ? self[0].sampleType : nil }

    /// The predicate of the only descriptor; nil where there are several.
    var onlyPredicate: NSPredicate? { count == 1 ? self[0].predicate : nil }
}
