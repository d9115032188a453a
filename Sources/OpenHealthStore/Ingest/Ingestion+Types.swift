// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension Ingestion.TypeState {
    /// Checks that samples of the type can be plain records. A workout that is stored as a plain record would have no details and
    /// could not be read.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type is for another kind of sample.
    func checkPlain() throws {
        guard let otherKind else { return }
        throw StoreError(
            .invalidArgument,
            message: "the input has a plain record of the type \(identifier), which is for \(otherKind.plural)",
            remedy: "leave the record out; nothing was stored")
    }

    /// Checks that an item has a type of its kind or an unknown type.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type is for another kind of sample.
    package static func check(_ identifier: String, is kind: HealthTypeDescription.Kind) throws {
        guard let other = HealthTypes.otherKind(identifier, than: [kind]) else { return }
        throw StoreError(
            .invalidArgument,
            message: "the type \(identifier) is for \(other.plural), and the input has it for \(kind.plural)",
            remedy: "leave the sample out; nothing was stored")
    }
}
