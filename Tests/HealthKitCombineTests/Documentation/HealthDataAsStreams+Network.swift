// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension StreamingApp {
    func showOutages() {
        let show = show
        Connectivity.shared
            .filterOffline()
            .sink { _ in show("There is no network.") }
            .store(in: &subscriptions)
    }

    static func download(_ url: URL, port: UInt16) -> some Publisher<Data, URLError> {
        let answer = URLSession.shared.dataTaskPublisher(for: url)
            .map(\.data)
            .retryWhenOnline(maximum: 20, connectivity: Connectivity(host: "127.0.0.1", port: port))
        return answer
    }
}
