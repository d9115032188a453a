// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import OpenHealthAPI

/// A handler that keeps what a request line says about the host. The conversion to `HTTPRequest`, which follows, drops it.
///
/// A request in absolute form (`GET http://name/path`) names the host twice, and a request in HTTP/1.1 without a host names none. Both
/// get a further field `Host`, so that ``HostCheck`` refuses the first if the two differ, and the second. A request that it refuses is the
/// last one of its connection.
final class TargetHost: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Adds the handler before the conversion.
    static func add(to pipeline: ChannelPipeline) throws {
        let operations = pipeline.syncOperations
        let codec = try operations.handler(type: HTTP1ToHTTPServerCodec.self)
        try operations.addHandler(TargetHost(), position: .before(codec))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let host = head.headers["Host"].first
        if host == nil, (head.version.major, head.version.minor) >= (1, 1) {
            head.headers.add(name: "Host", value: "")
        } else if let target = Self.authority(head.uri), target.lowercased() != host?.lowercased() {
            head.headers.add(name: "Host", value: target)
        }
        let hosts = head.headers["Host"]
        if hosts.count > 1 || !(hosts.first.map(HostCheck.isHost) ?? true) {
            // The request is the last one that is read: a proxy may have sent what follows to another host.
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Returns the host and port of a target that is not a path.
    private static func authority(_ target: String) -> String? {
        guard !target.hasPrefix("/"), target != "*" else { return nil }
        guard let scheme = target.firstRange(of: "://") else { return target }
        return String(target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }
}

/// A middleware that refuses requests whose host is missing or ambiguous, and ends their connections, and those whose host is not that of a
/// server on loopback.
struct HostCheck: RouterMiddleware {
    typealias Context = DaemonContext

    let services: DaemonServices

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        // The conversion removes the first field of a request.
        let others = HTTPField.Name("Host").map { request.headers[values: $0] } ?? []
        guard others.isEmpty, request.head.authority.map(Self.isHost) ?? true else {
            let problem = Problem(
                .invalidRequest,
                "Expected one field Host, with a name or address and an optional port, as in the request's address.")
            var response = ProblemResponses.response(problem, to: request)
            response.headers[.connection] = "close"
            return response
        }
        try SameOrigin.checkHost(request, services)
        return try await next(request, context)
    }

    /// Returns whether a text is a name or an address with an optional port, without user information, a path or other characters.
    static func isHost(_ text: String) -> Bool {
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "[") {
            let address = rest.dropFirst().prefix(while: isPartOfAddress)
            rest = rest[address.endIndex...]
            guard !address.isEmpty, rest.popFirst() == UInt8(ascii: "]") else { return false }
        } else {
            let name = rest.prefix(while: isPartOfName)
            guard (1...253).contains(name.count) else { return false }
            rest = rest[name.endIndex...]
        }
        guard let colon = rest.popFirst() else { return true }
        return colon == UInt8(ascii: ":") && (1...5).contains(rest.count) && rest.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isPartOfAddress(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte) || byte == UInt8(ascii: ":")
            || byte == UInt8(ascii: ".")
    }

    /// Returns whether a byte can be in a name. Names of containers have low lines.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}
