// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because the class is open and cannot be final, and NSPredicate is not marked as Sendable on Linux; the type and the
// predicate are immutable.
/// A sample type with a predicate, for queries of several types.
open class HKQueryDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The predicate of the samples; nil for all of the type.
    public let predicate: NSPredicate?

    /// Creates a descriptor with the given properties.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
    }

    /// The store's query.
    var part: SampleQuery.Part { SampleQuery.Part(sampleType, PredicateNode(predicate)) }

    /// Returns whether another object is a descriptor with the same type and predicate.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKQueryDescriptor)?.part == part
    }

    /// The hash value of the type and the predicate.
    open override var hash: Int { part.hashValue }

    /// Returns the descriptor itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A Boolean value that indicates whether the class supports secure coding: true.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the descriptor. Traps for a predicate with a block, which cannot be encoded, as on Apple's systems.
    open func encode(with coder: NSCoder) {
        coder.encode(sampleType, forKey: "sampleType")
        guard predicate != nil else { return }
        guard let data = try? JSONEncoder.sortedKeys.encode(PredicateNode(predicate)) else {
            contractViolation("A predicate with a block cannot be archived; make it from a format or with HKQuery.")
        }
        coder.encode(data as NSData, forKey: "predicate")
    }

    /// Creates a descriptor from an archive, or returns nil if the archive does not contain one.
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
    }
}

extension [HKQueryDescriptor] {
    /// The parts of the store's query.
    /// - Throws: `errorInvalidArgument` if there are no descriptors.
    var parts: [SampleQuery.Part] {
        get throws(HKError) {
            if isEmpty { throw HKError(.errorInvalidArgument, "The query has no descriptors. Give at least one.") }
            return map(\.part)
        }
    }

    /// The type of the only descriptor; nil if there are several.
    var onlyType: HKSampleType? { count == 1 ? self[0].sampleType : nil }

    /// The predicate of the only descriptor; nil if there are several.
    var onlyPredicate: NSPredicate? { count == 1 ? self[0].predicate : nil }
}
