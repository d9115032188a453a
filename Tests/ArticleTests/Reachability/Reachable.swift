// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim

let Reachable = _Reachable()
struct _Reachable {

    let reachability: Connectivity
    private var disposeBag = Set<AnyCancellable>()
    let internetStatus = CurrentValueSubject<Connectivity.Status, Never>(.offline)

    fileprivate init() {
        // The tests use a local server instead of the internet.
        reachability = Connectivity(
            host: "127.0.0.1", port: LoopbackServer.shared.port,
            timing: Connectivity.Timing(pauses: .milliseconds(10)...(.milliseconds(100))))
        createObservable().assign(to: \.value, on: self.internetStatus).store(in: &disposeBag)
    }

    private func createObservable() -> AnyPublisher<Connectivity.Status, Never> {
        return reachability.eraseToAnyPublisher()
    }
}

func filterInternetIsActive() -> AnyPublisher<Connectivity.Status, Never> {
    return Reachable.internetStatus.eraseToAnyPublisher().filter { status in
        switch status {
        case .offline:
            return false
        default:
            return true
        }
    }.eraseToAnyPublisher()
}

func filterInternetIsOffline() -> AnyPublisher<Connectivity.Status, Never> {
    return Reachable.internetStatus.eraseToAnyPublisher().filter { status in
        switch status {
        case .offline:
            return true
        default:
            return false
        }
    }.eraseToAnyPublisher()
}
