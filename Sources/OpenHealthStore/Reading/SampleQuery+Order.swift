// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension SampleQuery {
    /// The maximum number of samples; nil for no limit, which is also the meaning of zero.
    package var count: Int? { limit.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether the order is descending, if samples are ordered by start date only; nil for other orders.
    package var newestFirst: Bool? {
        guard let first = order.first else { return false }
        return first.key == .startDate && order.count == 1 ? !first.isAscending : nil
    }
}
