// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The latencies of many notifications.
struct Latencies {
    private let sorted: [Double]

    /// - Parameter seconds: The latencies in seconds.
    init(_ seconds: [Double]) {
        sorted = seconds.sorted()
    }

    /// Returns a quantile of the latencies, in milliseconds.
    func milliseconds(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1000
    }
}

/// Returns the seconds of a clock that all processes of the machine share.
func monotonicSeconds() -> Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
}
