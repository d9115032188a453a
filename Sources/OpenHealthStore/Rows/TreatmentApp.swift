// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An app that treats diabetes and writes a meal or a dose of insulin to Nightscout and to Apple Health or Health Connect.
enum TreatmentApp: Hashable {
    case loop, trio, iAPS, xDrip4iOS, xDrip, androidAPS

    /// The ends of bundle identifiers. People build these apps with the identifier of their team in the middle.
    private static let bundles: [(end: String, app: TreatmentApp)] = [
        (".loopkit.loop", .loop), (".trio", .trio), (".iaps", .iAPS), (".freeaps", .iAPS), (".xdripswift", .xDrip4iOS),
        ("com.eveningoutpost.dexdrip", .xDrip), ("info.nightscout.androidaps", .androidAPS),
    ]

    /// The words of names, in lowercase. iAPS was called FreeAPS X. People add words of their own to the names of apps that they build.
    private static let words: [String: TreatmentApp] = [
        "loop": .loop, "trio": .trio, "iaps": .iAPS, "freeaps": .iAPS, "freeapsx": .iAPS, "xdrip4ios": .xDrip4iOS,
        "xdrip4io5": .xDrip4iOS, "xdripswift": .xDrip4iOS, "shuggah": .xDrip4iOS, "aaps": .androidAPS,
        "androidaps": .androidAPS,
    ]

    /// Creates the app that a source is; nil for other sources.
    /// - Parameters:
    ///   - name: The name of the source, which can be a bundle identifier.
    ///   - bundleIdentifier: The bundle identifier, if it is known.
    init?(name: String, bundleIdentifier: String?) {
        for bundle in [bundleIdentifier, name].compactMap({ $0?.lowercased() }) {
            guard let found = Self.bundles.first(where: { bundle.hasSuffix($0.end) }) else { continue }
            self = found.app
            return
        }
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if let app = words.lazy.compactMap({ Self.words[$0] }).first {
            self = app
        } else if words.contains(where: { $0.hasPrefix("xdrip") }) {
            self = .xDrip
        } else {
            return nil
        }
    }
}
