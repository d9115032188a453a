// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if canImport(Network)
    import Network
#endif

extension Connectivity {
    /// The network as a whole: online if there is a usable default route.
    ///
    /// On Linux that is: a route to everywhere (a destination of length zero, IPv4 or IPv6), of the ordinary kind (not one that
    /// rejects), in any routing table but the kernel's own, over an interface that is up, has a carrier and is not the loopback,
    /// while the machine has an address of that family that is valid beyond its own link (IPv6: whose uniqueness has been
    /// verified). Of several next hops one is enough. The kernel announces changes of interfaces, addresses and routes, and the
    /// tables are read again only after such an announcement.
    ///
    /// The status does not depend on whether anything beyond the router answers, and a machine that reaches only its own subnet, or
    /// whose routes cover the world in parts but not as one, is offline by this definition. For a nearby server, and for the state
    /// of a server itself, use ``init(host:port:timing:)``.
    ///
    /// The network is that of the network namespace of the thread that subscribes. If the system does not permit queries (a
    /// sandbox), the status is online and stays so: a program then tries, and sees for itself.
    ///
    /// On Apple's systems the status is that of `NWPathMonitor`.
    public static let shared = Connectivity(from: systemNetwork)

    #if os(Linux)
        private static var systemNetwork: any ConnectivitySource { NetworkSource() }

        /// One server: online if a TCP connection to it can be made.
        ///
        /// The host's addresses are tried in the order of the system's resolver, the next one when the one before has failed or has
        /// not answered for a quarter of a second; the first connection counts. It is kept open, and nothing is sent over it, so
        /// that the kernel tells when the server ends; then another attempt follows at once, and the status changes only if
        /// that fails. So a server that ends idle connections after a while stays online. One that ends them
        /// at once does too, and is asked at growing pauses only. Note that a server that serves one connection at a time
        /// serves no other client in the meantime.
        ///
        /// While it is offline, it is tried again when the kernel announces a change in the network, and at growing pauses.
        ///
        /// The first status comes when the first attempt has ended. A name that the system is still searching for when the last
        /// subscriber leaves keeps a thread until the search ends.
        /// - Parameters:
        ///   - host: a name, or an IPv4 or IPv6 address.
        ///   - port: the number of the TCP port.
        ///   - timing: the time limits, and the pauses between attempts.
        public convenience init(host: String, port: UInt16, timing: Timing = Timing()) {
            self.init(from: HostSource(host: host, port: port, timing: timing))
        }
    #elseif canImport(Network)
        private static var systemNetwork: any ConnectivitySource { PathMonitorSource() }
    #endif
}
