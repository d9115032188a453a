// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import HealthKitCombine
    @testable import OpenHealthConnectivity
    import OpenHealthStore
    import OpenHealthTestBasics
    /// A TCP server that a test starts and stops, in the network of the starting thread.
    final class TestServer: @unchecked Sendable {
        // Unchecked because mutable state is only accessed under the lock.
        enum Manner {
            /// Accepts connections without sending anything.
            case hold
            /// Accepts and closes connections.
            case close
            /// Reads a request, sends the bytes returned for the number of the connection, and closes the connection.
            case response(@Sendable (Int) -> [UInt8])
            /// Does not accept connections. The kernel accepts the first ones.
            case ignore
        }

        struct Failure: Error {
            let call: String
            let code = errno
        }

        let port: UInt16
        private let manner: Manner
        private let lock = NSCondition()
        private let accepted = EventLog<Void>()
        private var connections: [Descriptor] = []
        private var isStopped = false
        private let signal = WakeSignal()

        /// Starts listening.
        /// - Parameters:
        ///   - port: The port, or zero for a free port.
        ///   - address: An address of this machine.
        init(port: UInt16 = 0, address: String = "127.0.0.1", _ manner: Manner = .hold) throws {
            self.manner = manner
            let place = SocketAddress.all(of: address, port: port, isNumeric: true)[0]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard let listener = Descriptor(socket(place.family, kind, 0)) else { throw Failure(call: "socket") }
            listener.set(SO_REUSEADDR, to: 1)
            guard place.withPointer({ bind(listener.number, $0, $1) }) == 0 else { throw Failure(call: "bind") }
            var backlog: Int32 = 100
            if case .ignore = manner { backlog = 0 }
            guard listen(listener.number, backlog) == 0 else { throw Failure(call: "listen") }
            var name = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            self.port = withUnsafeMutableBytes(of: &name) { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) {
                    _ = getsockname(listener.number, $0.baseAddress!, &length)
                }
                // In both address families the port follows the family, with the most significant byte first.
                return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
            }
            let thread = Thread { [self] in run(listener) }
            thread.name = "test server"
            thread.start()
        }

        /// The number of accepted connections.
        var acceptedCount: Int { accepted.count }

        /// Waits for a number of connections.
        func wait(count: Int) async { await accepted.wait(count: count) }

        /// Stops listening and closes all connections before it returns.
        func stop() {
            signal.send()
            lock.withLock {
                while !isStopped { lock.wait() }
            }
        }

        private func run(_ listener: Descriptor) {
            var listener: Descriptor? = listener
            while let current = listener {
                var set = PollSet()
                set.add(signal.descriptor, POLLIN)
                if case .ignore = manner {} else { set.add(current.number, POLLIN) }
                set.wait(for: nil)
                if set.events(signal.descriptor) != 0 {
                    listener = nil
                } else if let connection = Descriptor(accept(current.number, nil, nil)) {
                    serve(connection)
                }
            }
            lock.withLock {
                connections = []
                isStopped = true
                lock.broadcast()
            }
        }

        private func serve(_ connection: Descriptor) {
            if case .hold = manner { lock.withLock { connections.append(connection) } }
            accepted.note()
            let count = accepted.count
            guard case .response(let response) = manner else { return }
            // A connection without a request is kept open, because it is the one that monitors the server.
            let thread = Thread { [self] in
                var request: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while !request.ends(with: "\r\n\r\n") {
                    var set = PollSet()
                    set.add(connection.number, POLLIN)
                    set.add(signal.descriptor, POLLIN)
                    set.wait(for: nil)
                    // The signal is never cleared, so that it ends every connection.
                    if set.events(signal.descriptor) != 0 { return }
                    let count = read(connection.number, &buffer, buffer.count)
                    if count <= 0 { return }
                    request += buffer[..<count]
                }
                let bytes = response(count)
                send(connection.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
            thread.start()
        }
    }

    extension [UInt8] {
        fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
    }
#endif
