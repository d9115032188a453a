// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@testable import OpenHealthServer

extension DaemonMetrics {
    /// The number of open connections.
    var openConnections: Double { registry.levels(Label.connections).first?.value ?? 0 }
}
