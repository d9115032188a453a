// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Student's t distribution.
enum StudentT {
    /// Returns the value below which 97.5 % lie, by bisection of Wallace's normal deviate; exact for one degree of freedom and less.
    static func quantile975(freedom: Double) -> Double {
        guard freedom > 1 else { return 12.706204736 }
        var (low, high) = (1.9, 13.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Normal.deviate(ofT: middle, freedom: freedom) < Normal.z975 { low = middle } else { high = middle }
        }
        return high
    }
}
