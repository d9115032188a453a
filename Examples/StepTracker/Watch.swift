// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// Shows the dashboard now and after each change, until the program is ended.
struct Watch {
    let manager: HealthKitManager
    let contexts: [HealthMetricContext]

    func run() async throws {
        do {
            for try await dashboard in manager.dashboards().values {
                show(dashboard.lines(contexts))
            }
        } catch {
            throw STError(error)
        }
    }

    /// Prints lines, on a terminal over the previous ones.
    private func show(_ lines: [String]) {
        let canPlaceText =
            isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb"
        print((canPlaceText ? "\u{1B}[H\u{1B}[2J" : "") + lines.joined(separator: "\n"))
        fflush(stdout)
    }
}
