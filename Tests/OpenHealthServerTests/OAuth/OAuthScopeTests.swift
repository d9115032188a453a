// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthServer

@Suite struct OAuthScopeTests {
    private static func granting(share: [String] = [], read: [String] = []) -> [HKObjectType: AppPermission] {
        var permissions: [HKObjectType: AppPermission] = [:]
        for type in Set(share + read).compactMap(HKObjectType.named) {
            permissions[type] = AppPermission(
                share: share.contains(type.identifier) ? .authorized : .denied,
                read: read.contains(type.identifier) ? .authorized : .denied)
        }
        return permissions
    }

    /// The scopes of the metadata can be requested, by both names of each type, and every type that an app may request has one.
    @Test func everyTypeHasScopes() throws {
        for facts in HealthTypes.all {
            guard let type = HKObjectType.named(facts.identifier) else { continue }
            let canRead = !(type is HKCorrelationType) && !type.requiresPerObjectAuthorization()
            let canSave = type is HKSampleType && facts.isShareable && !(type is HKCorrelationType)
            for name in [facts.swiftName, facts.identifier] {
                let read = try? OAuthScope("read:\(name)")
                let save = try? OAuthScope("save:\(name)")
                #expect((read != nil) == canRead, "\(name)")
                #expect((save != nil) == canSave, "\(name)")
                if let read { #expect(read.read == [facts.identifier] && read.share.isEmpty) }
                if let save { #expect(save.share == [facts.identifier] && save.read.isEmpty) }
            }
            #expect(OAuthScope.native.contains("read:\(facts.swiftName)") == canRead)
            #expect(OAuthScope.native.contains("save:\(facts.swiftName)") == canSave)
        }
    }

    @Test func everyScopeOfSMARTIsAPermissionToRead() throws {
        for text in FHIRScopes.all {
            let scope = try OAuthScope(text)
            #expect(scope.text == text && scope.share.isEmpty && !scope.read.isEmpty, "\(text)")
            #expect(scope.granted(Self.granting(read: Array(scope.read))) == text)
        }
        let all = try OAuthScope("patient/Observation.rs")
        let every = try OAuthScope("patient/*.read")
        #expect(all.read.count > 100 && all.read.isSubset(of: every.read))
        #expect(try OAuthScope("patient/Patient.read").read.count == 2)
        let pressure = try OAuthScope("patient/Observation.rs?code=85354-9")
        #expect(
            pressure.read == [
                "HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic",
            ])
    }

    @Test func partsThatAreNotGrantedAsAWholeAreNamedByType() throws {
        let scope = try OAuthScope("offline_access patient/Observation.rs read:stepCount save:stepCount")
        let steps = "HKQuantityTypeIdentifierStepCount"
        #expect(scope.granted(Self.granting(read: [steps])) == "offline_access read:stepCount")
        #expect(scope.granted(Self.granting(share: [steps])) == "offline_access save:stepCount")
        #expect(scope.granted([:]) == "offline_access")
    }

    @Test(arguments: [
        "", "offline_access", "openid profile", "read:", "save:", "read:bloodPressure", "save:bloodType",
        "write:stepCount",
        "stepCount", "patient/Observation.cruds", "patient/*.*", "patient/Observation.rs?date=2026", "user/*.rs",
        "system/Patient.rs", "patient/Condition.rs", "patient/Observation", "*",
    ])
    func otherScopesAreRefused(text: String) {
        do {
            _ = try OAuthScope(text)
            Issue.record("accepted")
        } catch {
            #expect(error.code == .invalidScope && !error.detail.isEmpty)
        }
    }

    /// Scopes of SMART that are not permissions to read are left out of what is granted.
    @Test func otherScopesOfSMARTAreIgnored() throws {
        let scope = try OAuthScope("openid fhirUser user/*.rs patient/Condition.rs read:stepCount  read:stepCount")
        #expect(scope.text == "read:stepCount")
    }
}

@Suite struct RedirectAddressTests {
    @Test(arguments: [
        ("https://app.example/done", "https://app.example"), ("https://App.Example:443/", "https://app.example"),
        ("https://app.example:8443?x=y", "https://app.example:8443"),
        ("http://localhost:5173/", "http://localhost:5173"),
        ("http://[::1]:80/x", "http://[::1]"), ("org.example.app:/done", nil),
    ])
    func anAddressHasTheOriginThatBrowsersSend(address: String, origin: String?) {
        #expect(RedirectAddress.isValid(address))
        #expect(RedirectAddress.origin(address) == origin)
    }

    @Test func parametersAreAddedToTheQuery() {
        let parameters = [("code", "a b&c"), ("iss", "http://x")]
        let query = "code=a%20b%26c&iss=http%3A%2F%2Fx"
        #expect(RedirectAddress.adding(parameters, to: "https://a.example") == "https://a.example?" + query)
        #expect(RedirectAddress.adding(parameters, to: "https://a.example/?x=y") == "https://a.example/?x=y&" + query)
        #expect(RedirectAddress.adding(parameters, to: "https://a.example/?") == "https://a.example/?" + query)
    }

    /// The example of RFC 7636, appendix B.
    @Test func proofKeysAreSHA256() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(PKCE.isValid(verifier, for: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
        #expect(!PKCE.isValid(verifier + "x", for: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
        #expect(!PKCE.isValid("", for: ""))
    }
}
