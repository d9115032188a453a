// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthWarehouse

/// The minimum size of the participant groups that are shown.
struct SmallGroupOptions: ParsableArguments {
    @Option(
        help: .value(
            "number", "The minimum size of shown groups; \(SmallGroups.standard.minimum) by default; 1 hides nothing."))
    var minimumGroup: Int?

    /// Returns the requested rule, or the default.
    /// - Throws: A `WarehouseError`, `invalidArgument`.
    func rule() throws -> SmallGroups {
        try minimumGroup.map(SmallGroups.init(minimum:)) ?? .standard
    }
}
