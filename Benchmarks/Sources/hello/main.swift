// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird

// A minimal server with the same library as the daemon, as its baseline. The path contains the size of the response in bytes.
let router = Router()
router.get("hello/:bytes") { _, context in
    let count = min(context.parameters.get("bytes", as: Int.self) ?? 5, 1 << 20)
    return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(repeating: UInt8(ascii: "h"), count: count)))
}
let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0), serverName: nil),
    onServerRunning: { channel in
        FileHandle.standardOutput.write(
            Data("serving hello at http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n".utf8))
    })
try await application.runService()
