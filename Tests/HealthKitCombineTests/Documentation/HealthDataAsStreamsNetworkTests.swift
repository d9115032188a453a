// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import HealthKitCombine
    import OpenHealthTestSupport
    import ProcessTestSupport
    import Testing

    /// Tests that the network examples of the article work as described.
    @Suite struct HealthDataAsStreamsNetworkTests {
        @Test func anUnreachableServerIsRetried() async throws {
            let response = TestServer.Manner.response { _ in
                Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nHere".utf8)
            }
            let port = UInt16(try LocalPort.free())
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
            let responses = QueryRecorder<Data>()
            let subscription = StreamingApp.download(url, port: port)
                .sink { completion in
                    if case .failure(let error) = completion { responses.record(.failure(error)) }
                } receiveValue: {
                    responses.record($0)
                }
            let second = try TestServer(port: port, response)
            #expect(try await responses.next() == Data("Here".utf8))
            subscription.cancel()
            second.stop()
        }

        /// The test succeeds with and without a network.
        @Test func outagesAreShown() async throws {
            let lines = QueryRecorder<String>()
            let app = StreamingApp(try HealthWorld().app(), show: { lines.record($0) })
            app.showOutages()
            let status = await Connectivity.shared.check()
            app.subscriptions = []
            if status == .offline { #expect(try await lines.next() == "There is no network.") }
        }
    }
#endif
