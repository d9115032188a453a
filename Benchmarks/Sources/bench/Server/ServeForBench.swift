// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthServer
import Logging

/// Serves a store as `health serve` does, but without limits on the rate of requests, which are not measured.
func serve(_ store: String) async throws {
    LoggingSystem.bootstrap { LineLog(label: $0, level: .info) }
    var configuration = HealthDaemon.Configuration(store: URL(filePath: store), port: 0)
    configuration.limits.requestsPerSecond = 1e9
    configuration.limits.burst = 1e9
    configuration.metricsToken = BenchedServer.metricsToken
    let daemon = try HealthDaemon(configuration)
    try await daemon.runUntilSignalled { address in
        FileHandle.standardOutput.write(Data("serving \(store) at \(address)\n".utf8))
    }
}
