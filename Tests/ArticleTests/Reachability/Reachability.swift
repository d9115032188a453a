// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim

/// The class of the library that the article uses, on `Connectivity`: it calls closures when the status changes.
final class Reachability {
    var whenReachable: ((Reachability) -> Void)?
    var whenUnreachable: ((Reachability) -> Void)?
    private(set) var currentReachabilityStatus = Connectivity.Status.offline
    private let connectivity: Connectivity
    private var notifier: AnyCancellable?

    private init(_ connectivity: Connectivity) { self.connectivity = connectivity }

    /// The tests use a local server instead of the internet.
    static func reachabilityForInternetConnection() throws -> Reachability {
        Reachability(
            Connectivity(
                host: "127.0.0.1", port: LoopbackServer.shared.port,
                timing: Connectivity.Timing(pauses: .milliseconds(10)...(.milliseconds(100)))))
    }

    func startNotifier() throws {
        notifier = connectivity.sink { [unowned self] status in
            currentReachabilityStatus = status
            (status == .online ? whenReachable : whenUnreachable)?(self)
        }
    }

    func stopNotifier() { notifier = nil }
}
