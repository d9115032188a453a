// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension [HKSample] {
    /// Returns the samples as queries return them.
    package func handedOut<Sample: HKSample>(as type: Sample.Type) -> [Sample] {
        withoutDocuments.cast(to: type)
    }

    /// Returns the samples as instances of the class of a predicate, which is the class of all samples of its type.
    func cast<Sample: HKSample>(to type: Sample.Type) -> [Sample] {
        if let samples = self as? [Sample] { return samples }
        return compactMap { $0 as? Sample }
    }
}
