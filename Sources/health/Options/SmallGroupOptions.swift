// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthWarehouse

/// Which groups of participants are too small to be told about.
struct SmallGroupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The minimum size of shown groups; \(SmallGroups.standard.minimum) by default; 1 hides nothing.",
            valueName: "number"))
    var minimumGroup: Int?

    /// Returns the requested rule, else the default.
    /// - Throws: a `WarehouseError`, `invalidArgument`.
    func rule() throws -> SmallGroups {
        try minimumGroup.map(SmallGroups.init(minimum:)) ?? .standard
    }
}
