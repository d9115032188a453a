// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import FoundationNetworking
    import HealthKitCombine
    import OpenCombineShim
    import Synchronization
    import Testing

    extension KernelTests {
        @Suite("A request that survives outages")
        struct RetryServerTests {
            /// Returns a publisher as an app would write it.
            private func tryConnection(_ port: UInt16) -> AnyPublisher<Data, any Error> {
                let server = Connectivity(
                    host: "127.0.0.1", port: port, timing: .init(pauses: .milliseconds(20)...(.milliseconds(100))))
                let session = URLSession(configuration: .ephemeral)
                return session.ocombine.dataTaskPublisher(for: URL(string: "http://127.0.0.1:\(port)/data")!)
                    .map(\.data)
                    .mapError { $0 as any Error }
                    .retryWhenOnline(connectivity: server)
                    .eraseToAnyPublisher()
            }

            private static func page(_ text: String, length: Int? = nil) -> [UInt8] {
                let head =
                    "HTTP/1.1 200 OK\r\nContent-Length: \(length ?? text.utf8.count)\r\nConnection: close\r\n\r\n"
                return Array((head + text).utf8)
            }

            private func receive(_ publisher: AnyPublisher<Data, any Error>) async throws -> [String] {
                var kept: AnyCancellable?
                let values = Mutex<[String]>([])
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    kept = publisher.sink { completion in
                        switch completion {
                        case .finished: continuation.resume()
                        case .failure(let error): continuation.resume(throwing: error)
                        }
                    } receiveValue: { data in
                        values.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
                    }
                }
                _ = kept
                return values.withLock { $0 }
            }

            @Test("The server is absent, then present")
            func comes() async throws {
                let closed = try TestServer()
                closed.stop()
                async let response = receive(tryConnection(closed.port))
                let server = try TestServer(port: closed.port, .response { _ in Self.page("hello") })
                #expect(try await response == ["hello"])
                server.stop()
            }

            @Test("The connection breaks within the response several times")
            func breaks() async throws {
                let responses = Mutex(0)
                let server = try TestServer(
                    .response { _ in
                        let count = responses.withLock { count in
                            count += 1
                            return count
                        }
                        return count < 4 ? Self.page("hal", length: 1000) : Self.page("whole")
                    })
                #expect(try await receive(tryConnection(server.port)) == ["whole"])
                #expect(responses.withLock { $0 } == 4)
                server.stop()
            }

            @Test("After the limit of retries the failure passes")
            func limit() async throws {
                let closed = try TestServer()
                closed.stop()
                let attempts = Mutex(0)
                let failing = Deferred {
                    attempts.withLock { $0 += 1 }
                    return Fail<Data, any Error>(error: URLError(.cannotConnectToHost))
                }
                let server = try TestServer(port: closed.port)
                let connectivity = Connectivity(host: "127.0.0.1", port: server.port)
                await #expect(throws: URLError.self) {
                    try await receive(
                        failing.retryWhenOnline(maximum: 3, connectivity: connectivity).eraseToAnyPublisher())
                }
                #expect(attempts.withLock { $0 } == 4)
                server.stop()
            }
        }
    }
#endif
