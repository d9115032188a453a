// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The rules for permission requests.
package enum AuthorizationRules {
    /// Returns the reason why a request must not contain these types, as a message for the developer; `nil` if it is allowed.
    package static func disallowed(share: Set<HKSampleType>, read: Set<HKObjectType>) -> String? {
        let notShared = share.filter { !$0.facts.isShareable || $0 is HKCorrelationType }
        if !notShared.isEmpty {
            return
                "Authorization to share the following types is disallowed: \(names(notShared)). Leave out what apps cannot "
                + "save; for a correlation, ask for the types of what it holds."
        }
        let notRead = read.filter { $0 is HKCorrelationType }
        if !notRead.isEmpty {
            return
                "Authorization to read the following types is disallowed: \(names(notRead)). Ask for the types of what "
                + "these correlations hold."
        }
        return nil
    }

    /// Checks that a request is valid.
    /// - Throws: An `HKError` if it is not.
    package static func check(share: Set<HKSampleType>, read: Set<HKObjectType>) throws {
        if share.isEmpty && read.isEmpty {
            throw HKError(.errorInvalidArgument, "The request names no types. Name at least one to save or read.")
        }
        let byObject = read.filter { $0.requiresPerObjectAuthorization() }
        if !byObject.isEmpty {
            throw HKError(
                .errorInvalidArgument,
                "The person allows objects of \(names(byObject)) one by one. Call requestPerObjectReadAuthorization "
                    + "for them.")
        }
    }

    private static func names(_ types: some Sequence<HKObjectType>) -> String {
        types.map(\.identifier).sorted().joined(separator: ", ")
    }
}
