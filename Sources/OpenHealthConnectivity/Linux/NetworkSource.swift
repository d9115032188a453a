// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation
    import Glibc
    import OpenHealthModel

    /// The network according to the kernel.
    struct NetworkSource: ConnectivitySource {
        /// The size of the buffer for announcements in bytes; nil for the system's default.
        var bufferSize: Int32?
        var clock = AnyClock.continuous

        func status(lastKnown: Connectivity.Status?) -> Connectivity.Status? {
            // If reading is not permitted, a program should try to connect.
            NetworkPicture.look()?.status ?? .online
        }

        func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch {
            // Listening begins before the tables are read, so that later changes are announced.
            guard let watch = NetworkWatch(bufferSize: bufferSize, clock: clock, report),
                let picture = NetworkPicture.look()
            else {
                report(.online)
                return NoWatch()
            }
            report(picture.status)
            watch.start()
            return watch
        }
    }

    /// A watch for a system that does not permit monitoring.
    private struct NoWatch: ConnectivityWatch {
        func check(_ done: @escaping @Sendable () -> Void) { done() }
        func stop() {}
    }

    /// A thread that reads the kernel's tables when the kernel has announced a change.
    final class NetworkWatch: ConnectivityWatch {
        private let announcements: NetlinkSocket
        private let orders = WatchOrders()
        private let clock: AnyClock
        private let report: @Sendable (Connectivity.Status) -> Void

        /// The delay after an announcement before the tables are read again: the removal of an address also removes routes, after
        /// the announcement and without another one.
        private static let settling = Duration.milliseconds(200)

        /// Begins listening; returns nil if the system does not permit it.
        init?(
            bufferSize: Int32?, clock: AnyClock, _ report: @escaping @Sendable (Connectivity.Status) -> Void
        ) {
            guard orders.descriptor >= 0,
                let socket = NetlinkSocket(groups: NetworkChanges.groups, bufferSize: bufferSize)
            else {
                return nil
            }
            announcements = socket
            self.clock = clock
            self.report = report
        }

        func start() {
            WatchThread.start { [self] in run() }
        }

        func check(_ done: @escaping @Sendable () -> Void) { orders.check(done) }

        func stop() { orders.stop() }

        private func run() {
            var changes = NetworkChanges(includesAllRoutes: false)
            var again: AnyClock.Instant?
            var afterFailure = GrowingPause(Self.settling...(.seconds(30)))
            while true {
                var set = PollSet()
                set.add(orders.descriptor, POLLIN)
                set.add(announcements.descriptor, POLLIN)
                orders.wait(for: &set, until: again, of: clock)
                guard let checks = orders.take() else { return }
                let hasChanged = changes.receive(from: announcements)
                let isTime = again.map { $0 <= clock.now } ?? false
                if hasChanged || isTime || !checks.isEmpty {
                    if let picture = NetworkPicture.look() {
                        if hasChanged { again = clock.now + Self.settling } else if isTime { again = nil }
                        afterFailure.reset()
                        report(picture.status)
                    } else {
                        again = clock.now + afterFailure.grow()
                    }
                }
                for done in checks { done() }
            }
        }
    }

    /// A filter for the kernel's announcements that change the status.
    ///
    /// Many announcements do not change it: each scan for wireless networks announces the interface, and each message of an IPv6
    /// router its addresses.
    struct NetworkChanges {
        /// The multicast groups.
        static let groups = UInt32(
            RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE)

        private struct Address: Hashable {
            var interface: UInt32
            var family: UInt8
            var bytes: [UInt8]
        }

        /// Whether all routes matter, and not only default routes.
        let includesAllRoutes: Bool
        private var interfaces: [Int32: Bool] = [:]
        private var addresses: [Address: UInt8] = [:]

        init(includesAllRoutes: Bool) {
            self.includesAllRoutes = includesAllRoutes
        }

        /// Receives the announcements.
        /// - Returns: Whether they may change the status.
        mutating func receive(from socket: NetlinkSocket) -> Bool {
            var isNew = false
            withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 4) { buffer in
                // The number of iterations is limited, so that continuous announcements do not prevent a reaction.
                for _ in 0..<1000 {
                    switch socket.receive(into: buffer, waits: false) {
                    case .nothing, .failure: return
                    case .loss:
                        interfaces = [:]
                        addresses = [:]
                        isNew = true
                    case .messages(let count):
                        NetlinkMessage.each(
                            in: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
                        ) {
                            if take($0) { isNew = true }
                        }
                    }
                }
            }
            return isNew
        }

        /// Evaluates an announcement.
        /// - Returns: Whether it may change the status.
        mutating func take(_ message: NetlinkMessage) -> Bool {
            switch message.type {
            case RTM_NEWLINK, RTM_DELLINK:
                guard let link = message.fixedPart(ifinfomsg.self) else { return true }
                let isUsable = message.type == RTM_NEWLINK && NetworkPicture.isUsable(link.ifi_flags)
                let known = interfaces.updateValue(isUsable, forKey: link.ifi_index)
                if message.type == RTM_DELLINK { interfaces[link.ifi_index] = nil }
                return known != isUsable
            case RTM_NEWADDR:
                guard let (address, flags) = address(message) else { return true }
                return addresses.updateValue(flags, forKey: address) != flags
            case RTM_DELADDR:
                if let (address, _) = address(message) { addresses[address] = nil }
                return true
            case RTM_NEWROUTE, RTM_DELROUTE:
                guard let route = message.fixedPart(rtmsg.self) else { return true }
                if includesAllRoutes { return Self.leadsElsewhere(route) }
                return Self.isDefault(route)
            default:
                return false
            }
        }

        /// Returns whether a route is a default route.
        static func isDefault(_ route: rtmsg) -> Bool { route.rtm_dst_len == 0 && leadsElsewhere(route) }

        /// Returns whether a route leads to other machines, and is not a copy made for one destination.
        private static func leadsElsewhere(_ route: rtmsg) -> Bool {
            let isOfOurs = route.rtm_family == UInt8(AF_INET) || route.rtm_family == UInt8(AF_INET6)
            return isOfOurs && route.rtm_type == UInt8(RTN_UNICAST) && route.rtm_table != UInt8(RT_TABLE_LOCAL.rawValue)
                && route.rtm_flags & UInt32(RTM_F_CLONED) == 0
        }

        private func address(_ message: NetlinkMessage) -> (Address, UInt8)? {
            guard let header = message.fixedPart(ifaddrmsg.self) else { return nil }
            var bytes: [UInt8] = []
            message.attributes(after: ifaddrmsg.self) { type, value in
                if type == Int(IFA_ADDRESS) || type == Int(IFA_LOCAL) { bytes += value }
            }
            return (Address(interface: header.ifa_index, family: header.ifa_family, bytes: bytes), header.ifa_flags)
        }
    }
#endif
