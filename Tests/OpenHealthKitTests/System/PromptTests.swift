// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization
import Testing

@testable import OpenHealthKit

@Suite struct PromptTests {
    private static let app = AppIdentity(identifier: "org.example.steps", name: "Steps")
    private static let everything = AuthorizationRequest(
        app: app,
        share: Set(
            types.compactMap { $0 as? HKSampleType }.filter { $0.facts.isShareable && !($0 is HKCorrelationType) }),
        read: Set(types.filter { !($0 is HKCorrelationType) }))
    private static var types: [HKObjectType] { HealthTypes.all.compactMap { HKObjectType.named($0.identifier) } }
    private static let small = AuthorizationRequest(
        app: app, share: [HKQuantityType(.stepCount)], read: [HKQuantityType(.stepCount), HKQuantityType(.heartRate)])

    @Test func grantAndDenyAnswerEveryType() async throws {
        let yes = try await FixedPrompt.grant.answer(Self.everything)
        #expect(
            Set(yes.share.keys) == Self.everything.share.mapped && yes.share.values.allSatisfy { $0 == .authorized })
        #expect(Set(yes.read.keys) == Self.everything.read && yes.read.values.allSatisfy { $0 == .authorized })
        let no = try await FixedPrompt.deny.answer(Self.everything)
        #expect(Set(no.share.keys) == Self.everything.share.mapped && no.share.values.allSatisfy { $0 == .denied })
        #expect(Set(no.read.keys) == Self.everything.read && no.read.values.allSatisfy { $0 == .denied })
    }

    @Test func aRuleIsAppliedToReadingAndSharingOfEachType() async throws {
        let prompt: any HKAuthorizationPrompt = .rule { request, type, isSharing in
            request.app == Self.app && isSharing == (type.identifier.count % 2 == 0)
        }
        let decision = try await prompt.answer(Self.everything)
        for type in Self.everything.share {
            #expect(decision.share[type] == (type.identifier.count % 2 == 0 ? .authorized : .denied))
        }
        for type in Self.everything.read {
            #expect(decision.read[type] == (type.identifier.count % 2 == 0 ? .denied : .authorized))
        }
    }

    @Test func theEnvironmentAnswers() async throws {
        for hasTerminal in [true, false] {
            let grant = AutomaticPrompt(environment: ["HEALTHKIT_AUTHORIZATION": "grant"], hasTerminal: hasTerminal)
            #expect(try await grant.answer(Self.small) == .granting(Self.small))
            let deny = AutomaticPrompt(environment: ["HEALTHKIT_AUTHORIZATION": "deny"], hasTerminal: hasTerminal)
            #expect(try await deny.answer(Self.small) == .denying(Self.small))
        }
        let wrong = AutomaticPrompt(environment: ["HEALTHKIT_AUTHORIZATION": "yes"], hasTerminal: false)
        await expect(.errorInvalidArgument) { try await wrong.answer(Self.small) }
    }

    @Test func withoutATerminalTheErrorExplainsHowToGrant() async throws {
        let prompt = AutomaticPrompt(environment: [:], hasTerminal: false)
        do {
            _ = try await prompt.answer(Self.small)
            Issue.record("nothing was thrown")
        } catch let error as HKError {
            #expect(error.code == .errorUserCanceled)
            let command = "health apps grant org.example.steps --read heartRate --read stepCount --share stepCount"
            #expect(error.localizedDescription.contains(command))
        }
        let strange = AuthorizationRequest(app: AppIdentity(identifier: "it's me", name: ""), share: [], read: [])
        #expect(AutomaticPrompt.command(strange) == "health apps grant 'it'\\''s me'")
    }

    @Test func withoutATerminalTheErrorExplainsHowToAllowObjects() async throws {
        let prompt = AutomaticPrompt(environment: [:], hasTerminal: false)
        let request = ObjectAuthorizationRequest(app: Self.app, type: .visionPrescriptionType(), objects: ["one"])
        do {
            _ = try await prompt.allowedObjects(request)
            Issue.record("nothing was thrown")
        } catch let error as HKError {
            #expect(error.code == .errorUserCanceled)
            let text = error.localizedDescription
            #expect(text.contains("`health apps grant org.example.steps --read visionPrescription`"))
            #expect(text.contains("every visionPrescription that there is now"))
        }
    }

    private func dialogue(_ lines: [String]) -> (TerminalPrompt, Shown) {
        let shown = Shown()
        let prompt = TerminalPrompt {
            let rest = Mutex(lines[...])
            return TerminalDialogue(
                read: { rest.withLock { $0.popFirst() } }, write: { text in shown.text.withLock { $0 += text } })
        }
        return (prompt, shown)
    }

    @Test func theTerminalAsksForEachType() async throws {
        let (prompt, shown) = dialogue(["what?", "YES", "n", "2025-02-03"])
        let decision = try await prompt.answer(Self.small)
        #expect(decision.share == [HKQuantityType(.stepCount): .authorized])
        #expect(decision.read[HKQuantityType(.heartRate)] == .denied)
        let date = try #require(
            DateComponents(calendar: Calendar(identifier: .gregorian), year: 2025, month: 2, day: 3).date)
        #expect(decision.read[HKQuantityType(.stepCount)] == .limited(since: date))
        let text = shown.text.withLock { $0 }
        #expect(text.contains("Steps (org.example.steps)"))
        #expect(text.components(separatedBy: "May it save stepCount?").count == 3)
        #expect(text.contains("May it read heartRate?") && text.contains("May it read stepCount?"))
    }

    @Test func allAndNoneAnswerTheRemainingTypes() async throws {
        for (lines, share, read) in [
            (["all", "none"], AppPermission.Share.authorized, AppPermission.Read.denied),
            (["none", "all"], .denied, .authorized),
        ] {
            let decision = try await dialogue(lines).0.answer(Self.everything)
            #expect(
                decision.share.count == Self.everything.share.count && decision.share.values.allSatisfy { $0 == share })
            #expect(decision.read.count == Self.everything.read.count && decision.read.values.allSatisfy { $0 == read })
        }
        let decision = try await dialogue(["all", "all 2024-01-31"]).0.answer(Self.everything)
        #expect(Set(decision.read.values).count == 1)
        #expect(decision.read.count == Self.everything.read.count)
    }

    @Test func invalidDatesAreAskedForAgain() async throws {
        for text in ["2025-02-30", "2025-13-01", "25-01-01", "2025-01", "all 2025", "maybe 2025-01-01", ""] {
            let decision = try await dialogue(["y", text, "n", "n"]).0.answer(Self.small)
            #expect(decision.read.values.allSatisfy { $0 == .denied }, "\(text)")
        }
    }

    @Test func theEndOfTheInputIsNotAnAnswer() async throws {
        await expect(.errorUserCanceled) { try await dialogue(["y"]).0.answer(Self.small) }
    }

    @Test func objectsAreAuthorizedIndividually() async throws {
        let request = ObjectAuthorizationRequest(
            app: Self.app, type: .visionPrescriptionType(), objects: ["one", "two", "three"])
        #expect(try await dialogue(["n", "y", "n"]).0.allowedObjects(request) == [1])
        #expect(try await dialogue(["n", "all"]).0.allowedObjects(request) == [1, 2])
        #expect(try await dialogue(["y", "none"]).0.allowedObjects(request) == [0])
        #expect(try await FixedPrompt.grant.allowedObjects(request) == [0, 1, 2])
        #expect(try await FixedPrompt.deny.allowedObjects(request) == [])
    }
}

extension Set<HKSampleType> {
    fileprivate var mapped: Set<HKObjectType> { Set<HKObjectType>(self) }
}

/// The string written to a terminal.
private final class Shown: Sendable {
    let text = Mutex("")
}
