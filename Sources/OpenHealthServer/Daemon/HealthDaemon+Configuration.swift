// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

extension HealthDaemon {
    /// How a daemon runs.
    public struct Configuration: Sendable {
        /// The file of the health database, which is made where there is none.
        public var store: URL
        /// The address to listen at.
        public var host: String
        /// The port to listen at; 0 for any that is free.
        public var port: Int
        /// The certificate and key for TLS; nil for plain HTTP.
        public var tls: TLSFiles?
        /// Whether plain HTTP may leave this machine.
        public var isInsecureAllowed: Bool
        /// The address under which people reach the daemon, where that is not the one it listens at.
        public var publicURL: URL?
        /// The trusted proxies in front of the daemon, whose `X-Forwarded-For` or `Forwarded` has the address of a request's
        /// client.
        public var trustedProxies: [AddressRange] = []
        /// The version that the daemon says it has.
        public var version: String
        /// How many seconds requests have to end by themselves when the daemon stops.
        public var stopSeconds: Int
        /// What may be sent, and how fast.
        public var limits: Limits
        /// The web pages; nil if the daemon serves its API alone. The module `OpenHealthPages` sets it.
        package var pages: (any DaemonPages)?
        /// Writes an export of a made-up person to a file, with data up to a date in the days of a time zone, for those who
        /// want to look around in an empty database. Nil where there is none.
        public var writeDemo: (@Sendable (_ file: URL, _ until: Date, _ zone: TimeZone) throws -> Void)?
        /// How patient the daemon is with receivers.
        var webhookPolicy = WebhookPolicy()
        /// The token for reading `/metrics`; nil if only the owner can read it, in a session.
        public var metricsToken: String?
        /// What time it is.
        public var clock: @Sendable () -> Date
        /// Seconds since some moment, which never go back: what rates are counted by.
        package var uptime: @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
        /// What hashes of passphrases cost.
        package var passphraseCost = Passphrase.Cost.standard

        /// A daemon on loopback.
        public init(store: URL, host: String = "127.0.0.1", port: Int = 8484) {
            self.store = store
            self.host = host
            self.port = port
            isInsecureAllowed = false
            version = "0"
            stopSeconds = 10
            limits = Limits()
            clock = { Date() }
        }

        /// Whether browsers reach the daemon over TLS, its own or a proxy's.
        var isHTTPS: Bool { tls != nil || publicURL?.scheme?.lowercased() == "https" }
    }

    /// The files of a certificate, in the PEM format.
    public struct TLSFiles: Sendable {
        /// The certificate, and those between it and one that clients know.
        public var certificate: URL
        /// Its private key.
        public var key: URL

        /// Names the two files.
        public init(certificate: URL, key: URL) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// What one client can ask for at the most.
    public struct Limits: Sendable {
        /// How many requests an app may make in a second, over a longer time.
        public var requestsPerSecond: Double = 200
        /// How many requests an app may make at once after a rest.
        public var burst: Double = 2000
        /// How many tokens that nobody has may come from one address in a minute.
        public var wrongTokensPerMinute: Double = 120
        /// How many apps may register from one address in a minute.
        public var registrationsPerMinute: Double = 60
        /// The maximum number of pairing codes that are tried in a minute, from all addresses together.
        public var pairingCodesPerMinute: Double = 600
        /// How many wrong passphrases and setup codes may come from one address in a minute.
        public var wrongPassphrasesPerMinute: Double = 20
        /// The maximum number of an app's requests for single objects in an hour.
        public var objectQuestionsPerHour: Double = 12
        /// How many connections there may be at once.
        public var connections: Int = 4096
        /// The maximum number of connections of one address; loopback, where a proxy may be, is not limited.
        package var connectionsPerAddress: Int = 512
        /// The number of additional connections for addresses of the owner.
        package var connectionsForOwner: Int = 64
        /// The time limit for the first head on a connection, in seconds.
        package var headSeconds: Int = 10
        /// The time for which a client that has closed its side can wait for its answer, in seconds.
        package var closedSeconds: Int = 5
        /// The maximum number of concurrent reads of one app; further requests wait.
        package var readsPerApp: Int = 3
        /// The maximum number of concurrent writes of one app; further requests wait.
        package var writesPerApp: Int = 2
        /// The maximum number of waiting requests of one app.
        package var waitingRequestsPerApp: Int = 1024
        /// The time limit for a request's reads from the store, in seconds, which applies to each part of a long answer.
        package var querySeconds: Int = 30
        /// The time limit for the writes of an app's request, in seconds, including the wait for an import.
        package var changeSeconds: Int = 120
        /// The maximum number of bytes of request bodies in memory, for all apps together.
        package var bodyBytes: Int = 128 << 20
        /// The maximum number of bytes of request bodies in memory for one app.
        package var bodyBytesPerApp: Int = 64 << 20
        /// How many streams of changes one app may have open at once.
        public var streamsPerApp: Int = 1024
        /// How long a connection may be silent, in seconds, unless it is a stream of ours.
        public var idleSeconds: Int = 60
        /// How long a body may take to arrive in full, in seconds; uploads of exports have ten times as long.
        public var bodySeconds: Int = 30
        /// How large an export may be that is uploaded, in bytes.
        public var importBytes: Int = 16 << 30

        /// The usual limits.
        public init() {}
    }
}
