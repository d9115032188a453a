// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Foundation

/// The reason why a server cannot run.
public enum DaemonError: Error, Sendable, CustomStringConvertible {
    /// Health data would leave the machine unencrypted.
    case plainBeyondLoopback(host: String)
    /// The certificate or the key cannot be read.
    case unreadableCertificate(HealthDaemon.TLSFiles, String)
    /// Another server uses the file.
    case alreadyServed(path: String, process: Int?)
    /// Another process listens at the address.
    case addressInUse(host: String, port: Int)
    /// The address does not belong to this machine, or may not be used.
    case unusableAddress(host: String, port: Int, String)

    /// Whether the cause is an argument with which the server was started.
    public var isAboutArguments: Bool {
        if case .plainBeyondLoopback = self { true } else { false }
    }

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .plainBeyondLoopback(let host):
            "listening at \(host) without TLS would send health data in the clear: give --tls-cert and --tls-key, listen "
                + "at 127.0.0.1 behind a proxy with TLS, or use --insecure on a private network"
        case .unreadableCertificate(let files, let reason):
            "cannot use the certificate \(files.certificate.path) with the key \(files.key.path): \(reason); both have "
                + "to be PEM files that this user may read"
        case .alreadyServed(let path, let process):
            "another server\(process.map { " (process \($0))" } ?? "") serves \(path): stop it, or serve another file "
                + "with --store"
        case .addressInUse(let host, let port):
            "another program listens at \(host), port \(port): stop it, or choose another port with --listen"
        case .unusableAddress(let host, let port, let reason):
            "cannot listen at \(host), port \(port): \(reason); give another address with --listen"
        }
    }
}

extension DaemonError: ReportableError {}
