// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The types that an app requests to save and to read.
package struct TypeLists: JSONRepresentable, Equatable {
    /// The types to save.
    package var share: Set<HKSampleType>
    /// The types to read.
    package var read: Set<HKObjectType>

    package init(share: Set<HKSampleType> = [], read: Set<HKObjectType> = []) {
        self.share = share
        self.read = read
    }

    package static let format = JSONFormat<TypeLists>.object(
        named: "TypeLists", about: "Types to save and types to read; at least one.",
        .optional("share", \.share, .sampleTypes, default: Set()),
        .optional("read", \.read, .objectTypes, default: Set())
    ) { TypeLists(share: $0, read: $1) }
}
