// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim

let Reachable = _Reachable()
struct _Reachable {

    let reachability: Reachability
    private var disposeBag = Set<AnyCancellable>()
    let internetStatus = CurrentValueSubject<Connectivity.Status, Never>(.offline)

    fileprivate init() {
        reachability = try! Reachability.reachabilityForInternetConnection()
        createObservable().assign(to: \.value, on: self.internetStatus).store(in: &disposeBag)
    }

    private func createObservable() -> AnyPublisher<Connectivity.Status, Never> {
        // A subject with a value instead of the article's Observable.create: no status is lost before the subscription.
        let observer = CurrentValueSubject<Connectivity.Status, Never>(.offline)
        let reachableUpdateBlock: (Reachability) -> Void = { r in
            observer.send(r.currentReachabilityStatus)
        }

        self.reachability.whenReachable = reachableUpdateBlock
        self.reachability.whenUnreachable = reachableUpdateBlock

        try! self.reachability.startNotifier()
        return observer.handleEvents(receiveCancel: { [reachability] in
            reachability.stopNotifier()
        }).eraseToAnyPublisher()
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
