// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenCombineShim

/// One connection to the stream of changes of a daemon, made when somebody subscribes; it never finishes, but fails.
///
/// Values are handed over as they come, whatever was asked for: whoever subscribes takes them all.
struct ChangeConnection: Publisher {
    typealias Output = ServerEvent
    typealias Failure = any Error

    let connection: DaemonConnection
    /// Where to begin: after the event with this identifier; nil for now.
    let lastEvent: @Sendable () -> String?
    /// Called when the connection has failed, or has ended, which is the same to us.
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
