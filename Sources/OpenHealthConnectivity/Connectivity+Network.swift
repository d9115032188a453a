// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if canImport(Network)
    import Network
#endif

extension Connectivity {
    /// The network as a whole: online if there is a usable default route.
    ///
    /// On Linux that is a route to everywhere (a destination of length zero, IPv4 or IPv6), of the ordinary kind (not one that
    /// rejects), in any routing table except the kernel's own, over an interface that is up, has a carrier and is not the
    /// loopback, while the machine has an address of that family that is valid beyond its own link (for IPv6, one whose
    /// uniqueness has been verified). One of several next hops is sufficient. The kernel announces changes of interfaces,
    /// addresses and routes, and the tables are read again only after such an announcement.
    ///
    /// The status does not depend on whether anything beyond the router responds. A machine that reaches only its own subnet, or
    /// whose routes cover the world only in parts, is offline by this definition. For a nearby server, or for the state of a
    /// server itself, use ``init(host:port:timing:)``.
    ///
    /// The network is that of the network namespace of the thread that subscribes. If the system does not permit queries, as in a
    /// sandbox, the status is always online, so that a program tries to connect.
    ///
    /// On Apple's systems the status is that of `NWPathMonitor`.
    public static let shared = Connectivity(from: systemNetwork)

    #if os(Linux)
        private static var systemNetwork: any ConnectivitySource { NetworkSource() }

        /// Creates a connectivity for one server, which is online if a TCP connection to it can be made.
        ///
        /// The host's addresses are tried in the order of the system's resolver, the next one when the previous one has failed or
        /// has not responded for a quarter of a second; the first connection is used. It is kept open without sending anything,
        /// so that the kernel reports when the server closes it. Then another attempt follows immediately, and the status changes
        /// only if it fails. A server that closes idle connections after a while therefore remains online. So does one that
        /// closes them immediately, which is checked only at increasing intervals. Note that a server that serves one connection
        /// at a time serves no other client in the meantime.
        ///
        /// While the server is offline, attempts are made when the kernel announces a change in the network, and at increasing
        /// intervals.
        ///
        /// The first status is sent when the first attempt has ended. If the system is still looking up the name when the last
        /// subscriber cancels, a thread remains until the lookup ends.
        /// - Parameters:
        ///   - host: A name, or an IPv4 or IPv6 address.
        ///   - port: The number of the TCP port.
        ///   - timing: The time limits, and the pauses between attempts.
        public convenience init(host: String, port: UInt16, timing: Timing = Timing()) {
            self.init(from: HostSource(host: host, port: port, timing: timing))
        }
    #elseif canImport(Network)
        private static var systemNetwork: any ConnectivitySource { PathMonitorSource() }
    #endif
}
