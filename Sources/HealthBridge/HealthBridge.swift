// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// A sender of a phone's health data to a server of OpenHealthKit, with UUIDs and deletions, each change once.
///
/// The library calls HealthKit's public interface only, so that it builds for iOS and for Linux. Request authorization to read the
/// types, create a bridge, and call ``start(_:)`` when the app launches:
///
/// ```swift
/// let bridge = HealthBridge(store, configuration: configuration)
/// bridge.start { result in … }
/// ```
///
/// The bridge sends quantities, categories, correlations and workouts. It needs permission on the server to save their types.
public final class HealthBridge: Sendable {
    /// The settings of a bridge.
    public struct Configuration: Sendable {
        /// The address of the server, such as `https://health.example.org`.
        public var server: URL
        /// The app's token.
        public var token: String
        /// The types to send.
        public var types: [HKSampleType]
        /// The folder for the state, which must survive restarts. It belongs to this bridge alone.
        public var folder: URL
        /// The maximum number of changes in a request.
        public var batchSize = 1000
        /// The pauses before a request is repeated that had no response, in seconds. After the last one, the call fails, and the next
        /// call continues.
        public var pauses: [TimeInterval] = [1, 4, 15]
        /// Waits for a number of seconds. It is not a `Clock`, which older systems lack.
        var sleep: @Sendable (TimeInterval) async throws -> Void = { seconds in
            try await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))  // checked: clamped
        }

        /// Creates settings.
        public init(server: URL, token: String, types: [HKSampleType], folder: URL) {
            self.server = server
            self.token = token
            self.types = types
            self.folder = folder
        }
    }

    private let store: HKHealthStore
    private let types: [HKSampleType]
    private let sender: BridgeSender
    private let observers = BridgeObservers()

    /// Creates a bridge.
    public init(_ store: HKHealthStore, configuration: Configuration) {
        self.store = store
        types = configuration.types
        sender = BridgeSender(store, configuration)
    }

    /// Sends all changes since the last call, and returns what was sent.
    ///
    /// A call during another one makes that one look for changes again, and has the same result.
    /// - Throws: A ``BridgeError`` if nothing more can be sent now, or `CancellationError`. The next call continues.
    public func send() async throws -> BridgeReport { try await sender.send() }

    /// Sends the changes whenever there are some, also those of background delivery.
    ///
    /// Background delivery needs the entitlement `com.apple.developer.healthkit.background-delivery`, and this call at each launch.
    /// - Parameter handler: A closure that is called after each attempt.
    public func start(_ handler: @escaping @Sendable (Result<BridgeReport, any Error>) -> Void = { _ in }) {
        let sender = sender
        observers.start(types, in: store) {
            do {
                handler(.success(try await sender.send()))
            } catch {
                handler(.failure(error))
            }
        }
    }

    /// Ends the observation. Changes until the next start are sent then.
    public func stop() { observers.stop(in: store) }

    /// Forgets which changes were sent. The next call sends everything again; the server ignores the samples that it has.
    ///
    /// Deletions that were not sent yet are forgotten, too, so those samples stay on the server.
    public func forget() async throws { try await sender.forget() }
}
