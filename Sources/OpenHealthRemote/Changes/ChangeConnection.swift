// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenCombineShim

/// A publisher of the events of one connection to a server's stream of changes, made at subscription; it never finishes, but fails.
///
/// Values are passed on as they arrive, regardless of the demand: subscribers must have unlimited demand.
struct ChangeConnection: Publisher {
    typealias Output = ServerEvent
    typealias Failure = any Error

    let connection: DaemonConnection
    /// The identifier of the event after which to begin; nil for the present.
    let lastEvent: @Sendable () -> String?
    /// Called when the connection has failed, or has ended, which is treated alike.
    let onFailure: @Sendable (DaemonFailure) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == ServerEvent, S.Failure == any Error {
        let subscription = ChangeConnectionSubscription(AnySubscriber(subscriber), onFailure)
        subscriber.receive(subscription: subscription)
        var request = DaemonRequest(ChangeRoutes.stream, query: [("content", "types")])
        request.accept = ChangeRoutes.events
        if let id = lastEvent() { request.headers.append(("Last-Event-ID", id)) }
        do {
            subscription.keep(try connection.send(request, subscription, connection.clients.streams))
        } catch {
            subscription.fail(error)
        }
    }
}
