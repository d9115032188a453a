// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The types that an app asks to save and to read.
package struct TypeLists: Sendable, Equatable {
    /// The types to save.
    package var share: Set<HKSampleType>
    /// The types to read.
    package var read: Set<HKObjectType>

    package init(share: Set<HKSampleType> = [], read: Set<HKObjectType> = []) {
        self.share = share
        self.read = read
    }

    package init(_ json: JSONReader) throws(Problem) {
        try self.init(share: json.optional("share"), read: json.optional("read"))
    }

    private init(share: JSONReader?, read: JSONReader?) throws(Problem) {
        self.init()
        for entry in try share?.array(most: 1000) ?? [] { self.share.insert(try entry.sampleType()) }
        for entry in try read?.array(most: 1000) ?? [] { self.read.insert(try entry.objectType()) }
    }

    package var json: JSONValue {
        .object([("share", Self.json(share)), ("read", Self.json(read))])
    }

    /// Identifiers in order.
    package static func json(_ types: some Sequence<HKObjectType>) -> JSONValue {
        .array(types.map(\.identifier).sorted().map(JSONValue.string))
    }
}
