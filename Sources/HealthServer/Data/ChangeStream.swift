// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore
import Hummingbird
import NIOCore
import ServiceLifecycle

/// One client that follows changes, and how far it has come.
struct ChangeStream: Sendable {
    private let services: DaemonServices
    private let session: AppSession
    private let request: Request
    private let question: ChangeNews.Question
    private var mark: AppMark

    /// How long nothing is said at the most.
    static let silence = Duration.seconds(15)

    /// Asks once, so that what is wrong with the question is said before the answer begins.
    init(_ exchange: Exchange, _ question: ChangeNews.Question, from mark: AppMark?) async throws {
        services = exchange.services
        session = try exchange.session()
        self.question = question
        request = exchange.request
        let (session, watch) = (session, exchange.services.watch)
        self.mark = try await exchange.blocking {
            // In this order: what happens between the two is told.
            _ = try watch.bell.listen()
            let now = try session.mark()
            let types = question.types?.compactMap { HKObjectType.named($0) as? HKSampleType } ?? []
            if !types.isEmpty {
                let parts = types.map { SampleQuery.Part($0) }
                _ = try session.changes(parts, after: HKQueryAnchor(fromValue: Int(now.place)), limit: 1)
            }
            return mark ?? (question.content == .samples ? AppMark(place: now.place) : now)
        }
    }

    /// Tells what happens until the client or the daemon has enough.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ChangeNews.event("place", id: mark, Self.place(mark, question.content)))
        var mark = mark
        try await follow(&mark, writer: &writer)
        if services.lifecycle.isStopping {
            // Whoever follows can go elsewhere, or come back with the same id when the daemon is there again.
            try await writer.write(ChangeNews.event("end", id: mark, Self.place(mark, question.content)))
        }
    }

    private func follow(_ mark: inout AppMark, writer: inout any ResponseBodyWriter) async throws {
        let interest = ChangeBell.Interest(
            types: question.types.map(Set.init), hasTopics: question.content == .types)
        while !services.lifecycle.isStopping {
            let answer: ChangeNews.Answer
            do {
                answer = try await services.watch.news.answer(question, since: mark, session, services)
            } catch {
                // An app that is gone has asked for nothing, which is an error; its stream just ends.
                guard try await isKnown() else { return }
                throw error
            }
            if let event = answer.event {
                guard try services.watch.permissionCount() == answer.permissions else { continue }
                try await writer.write(event)
            }
            mark = answer.mark
            if answer.hasMore { continue }
            var reason = ChangeBell.Reason.silence
            while reason == .silence {
                reason = await services.watch.bell.wait(for: interest, after: answer.count, atMost: Self.silence)
                guard try await isKnown() else { return }
                if reason == .silence { try await writer.write(ByteBuffer(string: ":\n\n")) }
            }
            if reason == .end { return }
        }
    }

    /// Whether the token still counts.
    private func isKnown() async throws -> Bool {
        try await Authentication(services).isKnown(request)
    }

    private static func place(_ mark: AppMark, _ content: ChangeNews.Question.Content) -> JSONValue {
        let place = Int(mark.place)
        switch content {
        case .samples:
            return ChangesJSON(added: [], deleted: [], anchor: HKQueryAnchor(fromValue: place), hasMore: false).json
        case .types:
            return .object([
                ("after", .integer(place)), ("through", .integer(place)), ("types", .array([])), ("topics", .array([])),
            ])
        }
    }
}
