// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// How long it took until something was told of, many times.
struct Latencies {
    private let sorted: [Double]

    /// Takes seconds.
    init(_ seconds: [Double]) {
        sorted = seconds.sorted()
    }

    /// The latency that a share of all do not exceed, in milliseconds.
    func milliseconds(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1000
    }
}

/// Seconds on a clock that all processes of the machine share.
func monotonicSeconds() -> Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
}
