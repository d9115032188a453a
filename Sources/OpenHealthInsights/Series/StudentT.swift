// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Student's t distribution.
enum StudentT {
    /// Returns the value below which 97.5 % lie; exact for one degree of freedom and less.
    static func quantile975(freedom: Double) -> Double {
        freedom > 1 ? quantile(z: Normal.z975, freedom: freedom) : 12.706204736
    }

    /// Returns the value below which a share of more than a half lies, for more than one degree of freedom.
    static func quantile(_ share: Double, freedom: Double) -> Double {
        quantile(z: Normal.quantile(share), freedom: freedom)
    }

    /// Returns the value with a normal deviate, by bisection of Wallace's formula.
    private static func quantile(z: Double, freedom: Double) -> Double {
        var (low, high) = (0.0, 13.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Normal.deviate(ofT: middle, freedom: freedom) < z { low = middle } else { high = middle }
        }
        return high
    }
}
