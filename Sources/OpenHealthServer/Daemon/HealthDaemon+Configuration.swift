// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import Hummingbird
import OpenHealthBackup

extension HealthDaemon {
    /// The configuration of a server.
    public struct Configuration: Sendable {
        /// The file of the health database, which is created if it does not exist.
        public var store: URL
        /// The address to listen at.
        public var host: String
        /// The port to listen at; 0 for any free port.
        public var port: Int
        /// The certificate and key for TLS; nil for plain HTTP.
        public var tls: TLSFiles?
        /// Whether plain HTTP may leave this machine.
        public var isInsecureAllowed: Bool
        /// The public address of the server, if it differs from the one at which it listens.
        public var publicURL: URL?
        /// The trusted proxies in front of the server, whose `X-Forwarded-For` or `Forwarded` has the address of a request's
        /// client.
        public var trustedProxies: [AddressRange] = []
        /// The version that the server reports.
        public var version: String
        /// The time for which requests can finish when the server stops, in seconds.
        public var stopSeconds: Int
        /// The limits for requests and connections.
        public var limits: Limits
        /// The web pages; nil if the server serves only its API. The module `OpenHealthPages` sets it.
        package var pages: (any DaemonPages)?
        /// A closure that writes an export of a fictitious person to a file, with data up to a date in the days of a time zone,
        /// as an example for an empty database; nil if there is none.
        public var writeDemo: (@Sendable (_ file: URL, _ until: Date, _ zone: TimeZone) throws -> Void)?
        /// The regular backups of the store; nil for none.
        package var backups: BackupSchedule?
        /// The policy for deliveries to receivers.
        var webhookPolicy = WebhookPolicy()
        /// The token for reading `/metrics`; nil if only the owner can read it, in a session.
        public var metricsToken: String?
        /// A factory of swift-metrics that receives the server's metrics in addition to `/metrics`, such as that of an exporter;
        /// nil for none.
        public var metricsExporter: (any MetricsFactory)?
        /// The clock of the server's dates. By default they are whole eighths of a second, which have at most three digits after the second in any
        /// representation; some clients read at most six.
        public var clock: @Sendable () -> Date
        /// The clock of time limits, pauses and rates, which never goes back. Tests set one that they advance.
        ///
        /// The limits of connections (``HealthDaemon/Limits/idleSeconds`` among them) are measured by their event loop.
        public var steadyClock: any Clock<Duration> = ContinuousClock()
        /// The cost of the hashes of passphrases.
        package var passphraseCost = Passphrase.Cost.standard

        /// Creates the configuration of a server on loopback.
        public init(store: URL, host: String = "127.0.0.1", port: Int = 8484) {
            self.store = store
            self.host = host
            self.port = port
            isInsecureAllowed = false
            version = "0"
            stopSeconds = 10
            limits = Limits()
            clock = { Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 8).rounded(.down) / 8) }
        }

        /// Whether browsers reach the server over TLS, its own or a proxy's.
        var isHTTPS: Bool { tls != nil || publicURL?.scheme?.lowercased() == "https" }
    }

    /// The files of a certificate, in the PEM format.
    public struct TLSFiles: Sendable {
        /// The certificate, followed by the intermediate certificates up to one that clients trust.
        public var certificate: URL
        /// The private key of the certificate.
        public var key: URL

        /// Creates the pair of files.
        public init(certificate: URL, key: URL) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The limits for one client.
    public struct Limits: Sendable {
        /// The sustained number of requests of an app per second.
        public var requestsPerSecond: Double = 200
        /// The maximum number of requests of an app in a burst.
        public var burst: Double = 2000
        /// The number of unknown tokens from one address per minute.
        public var wrongTokensPerMinute: Double = 120
        /// The number of registrations from one address per minute, and of authorizations of OAuth that begin.
        public var registrationsPerMinute: Double = 60
        /// The maximum number of attempted pairing codes per minute, from all addresses together.
        public var pairingCodesPerMinute: Double = 600
        /// The number of wrong passphrases and setup codes from one address per minute.
        public var wrongPassphrasesPerMinute: Double = 20
        /// The maximum number of an app's requests for individual objects per hour.
        public var objectRequestsPerHour: Double = 12
        /// The maximum number of concurrent connections.
        public var connections: Int = 4096
        /// The maximum number of connections of one address. Loopback, where a proxy can run, is not limited.
        package var connectionsPerAddress: Int = 512
        /// The number of additional connections for addresses of the owner.
        package var connectionsForOwner: Int = 64
        /// The time limit for the first head on a connection, in seconds.
        package var headSeconds: Int = 10
        /// The time for which a client that has closed its side can wait for its response, in seconds.
        package var closedSeconds: Int = 5
        /// The maximum number of concurrent reads of one app; further requests wait.
        package var readsPerApp: Int = 3
        /// The maximum number of concurrent writes of one app; further requests wait.
        package var writesPerApp: Int = 2
        /// The maximum number of waiting requests of one app.
        package var waitingRequestsPerApp: Int = 1024
        /// The time limit for a request's reads from the store, in seconds, which applies separately to each part of a long
        /// response.
        package var querySeconds: Int = 30
        /// The time limit for the writes of an app's request, in seconds, including the wait for an import.
        package var changeSeconds: Int = 120
        /// The maximum number of bytes of request bodies in memory, for all apps together.
        package var bodyBytes: Int = 128 << 20
        /// The maximum number of bytes of request bodies in memory for one app.
        package var bodyBytesPerApp: Int = 64 << 20
        /// The maximum number of bytes of responses to apps in memory that have not been sent, for all apps together.
        package var responseBytes: Int = 256 << 20
        /// The maximum number of bytes of responses in memory that have not been sent, for one app.
        package var responseBytesPerApp: Int = 32 << 20
        /// The time for which a request waits until the app has read its earlier responses, in seconds.
        package var responseSeconds: Int = 10
        /// The maximum number of open streams of changes of one app.
        public var streamsPerApp: Int = 1024
        /// The time for which a connection may be silent, in seconds, unless it is a stream of the server.
        public var idleSeconds: Int = 60
        /// The time limit for a complete body, in seconds; exports, attachments and large pushes have ten times as long.
        public var bodySeconds: Int = 30
        /// The time limit for exports, attachments and large pushes, in seconds.
        var uploadSeconds: Int { bodySeconds * 10 }
        /// The maximum size of an uploaded export, in bytes.
        public var importBytes: Int = 16 << 30

        /// Creates the default limits.
        public init() {}
    }
}

/// A type that provides the web pages that a server serves in addition to its API.
package protocol DaemonPages: Sendable {
    /// The routes of the pages and their responses.
    var bindings: [RouteBinding] { get }

    /// A message for the operator if the pages are incomplete; otherwise nil.
    var advice: String? { get }

    /// Adds the pages for paths that do not exist.
    func addMissingPages(to router: Router<DaemonContext>, _ services: DaemonServices)
}
