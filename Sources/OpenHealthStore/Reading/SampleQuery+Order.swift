// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension SampleQuery {
    /// The maximum number of samples; nil for all, as is zero.
    package var count: Int? { limit.flatMap { $0 > 0 ? $0 : nil } }

    /// Which way the starts go where that is all the order there is; nil for another order.
    package var newestFirst: Bool? {
        guard let first = order.first else { return false }
        return first.key == .startDate && order.count == 1 ? !first.isAscending : nil
    }
}
