// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// A limit of the bytes of a connection that arrive one after the other and are no part of a request.
///
/// Extensions of chunks are no part of a request. The decoder reads any number of their bytes and passes nothing on, so that neither the limits
/// of heads nor those of bodies see them. Longer input ends the connection with the error of an invalid chunk.
final class FramingLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum number of bytes. The head of a request, which is passed on as a whole, is shorter.
    static let most = 128 << 10

    /// The number of bytes since the last part of a request.
    fileprivate var count = 0
    fileprivate var isFaulty = false

    /// Adds the limit to a pipeline with a decoder.
    static func add(to pipeline: ChannelPipeline) throws {
        let operations = pipeline.syncOperations
        let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let limit = FramingLimit()
        try operations.addHandler(limit, position: .before(decoder))
        try operations.addHandler(PartObserver(limit), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isFaulty { return }
        count += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
        guard count > Self.most, !isFaulty else { return }
        context.fireErrorCaught(HTTPParserError.invalidChunkSize)
    }
}

/// A handler after the decoder that notes the parts of requests for a ``FramingLimit``.
private final class PartObserver: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let limit: FramingLimit

    init(_ limit: FramingLimit) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        limit.count = 0
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError { limit.isFaulty = true }
        context.fireErrorCaught(error)
    }
}
