// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// A handler that refuses requests whose head does not state clearly where the body ends.
///
/// A body has either one field `Content-Length` of digits, or one field `Transfer-Encoding: chunked` in HTTP/1.1. The decoder accepts further
/// forms, such as an empty `Transfer-Encoding` beside a length, which a proxy can read in another way. Nothing after such a head is read.
final class BodyFraming: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The error with which the connection ends, as the decoder reports it for a length beside chunks.
    static let fault = HTTPParserError.unexpectedContentLength

    private var isFaulty = false

    /// Adds the handler before the conversion to `HTTPRequest`.
    static func add(to pipeline: ChannelPipeline) throws {
        let operations = pipeline.syncOperations
        let codec = try operations.handler(type: HTTP1ToHTTPServerCodec.self)
        try operations.addHandler(BodyFraming(), position: .before(codec))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isFaulty { return }
        if case .head(let head) = unwrapInboundIn(data), !Self.isClear(head) {
            isFaulty = true
            return context.fireErrorCaught(Self.fault)
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The decoder can refuse the same head, which is answered once.
        if isFaulty, error is HTTPParserError { return }
        context.fireErrorCaught(error)
    }

    /// Returns whether a head states clearly whether there is a body, and where it ends.
    static func isClear(_ head: HTTPRequestHead) -> Bool {
        let (codings, lengths) = (values("Transfer-Encoding", head), values("Content-Length", head))
        guard lengths.count <= 1, lengths.allSatisfy(isLength) else { return false }
        guard let coding = codings.first else { return true }
        return codings.count == 1 && coding.lowercased() == "chunked" && lengths.isEmpty && head.version == .http1_1
    }

    /// Returns the values of fields without the blanks around them.
    private static func values(_ name: String, _ head: HTTPRequestHead) -> [String] {
        head.headers[name].map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }
    }

    private static func isLength(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
