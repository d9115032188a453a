// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension [HKSample] {
    /// The samples as queries hand them out.
    package func handedOut<Sample: HKSample>(as type: Sample.Type) -> [Sample] {
        withoutDocuments.cast(to: type)
    }

    /// The samples as instances of the class that a predicate is about. Its type has no others.
    func cast<Sample: HKSample>(to type: Sample.Type) -> [Sample] {
        if let samples = self as? [Sample] { return samples }
        return compactMap { $0 as? Sample }
    }
}
