// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Publisher {
    func retryOnInternetBecomeActive() -> AnyPublisher<Output, Failure> {
        return self.retryWhenOnline(connectivity: Connectivity(filterInternetIsActive())).eraseToAnyPublisher()
    }
}

func tryConnection() -> AnyPublisher<Data, URLError> {
    let request = URLRequest(url: URL(string: "http://127.0.0.1:\(LoopbackServer.shared.port)/api")!)
    return URLSession.shared.dataTaskPublisher(for: request).map(\.data).retryOnInternetBecomeActive()
}
