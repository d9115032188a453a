// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

extension JSONFormat where Value == String {
    /// The format of a bundle identifier.
    static var appIdentifier: JSONFormat {
        .text(
            JSONSchema.string(pattern: AppIdentity.identifierPattern).described("A bundle identifier.")
                .example(.string("org.example.steps")), { $0 }
        ) { (json) throws(Problem) in
            let identifier = try json.string()
            guard AppIdentity.isIdentifier(identifier) else {
                throw json.problem(
                    "Expected a bundle identifier: at most 155 letters, digits, full stops, hyphens and underscores, "
                        + "the first a letter or digit.")
            }
            return identifier
        }
    }

    /// The format of the name of an app.
    static var appName: JSONFormat {
        .text(
            JSONSchema.string(pattern: AppIdentity.namePattern).described("The display name.")
                .example(.string("Steps")), { $0 }
        ) { (json) throws(Problem) in
            let name = AppName.normalized(try visible(json, most: 200))
            if let fault = AppName.fault(name) { throw json.problem(fault, kind: .invalidArgument) }
            return name
        }
    }

    /// The format of the version of an app.
    static var appVersion: JSONFormat { short.described("The version.") }

    /// The format of the machine that an app runs on.
    static var productType: JSONFormat { short.described("The model of the device, such as iPhone15,2.") }

    /// The format of the version of a system.
    static var systemVersion: JSONFormat {
        .text(
            JSONSchema.string(pattern: AppIdentity.systemPattern)
                .described("The version of the operating system, such as 12.0.0."), { $0 }
        ) { (json) throws(Problem) in
            let text = try json.string()
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard (1...3).contains(parts.count),
                parts.allSatisfy({
                    (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
                })
            else {
                throw json.problem("Expected one to three numbers with full stops between them, such as 12.0.1.")
            }
            return text
        }
    }

    private static var short: JSONFormat {
        .text(.string(pattern: AppIdentity.shortPattern), { $0 }) { (json) throws(Problem) in
            try visible(json, most: 100)
        }
    }

    private static func visible(_ json: JSONReader, most: Int) throws(Problem) -> String {
        let text = try json.string()
        let isVisible = !text.unicodeScalars.contains(where: AppIdentity.isInvisible)
        guard isVisible, (1...most).contains(text.unicodeScalars.count) else {
            throw json.problem(
                "Expected 1 to \(most) characters without control characters and marks of direction.")
        }
        return text
    }
}

extension AppIdentity: JSONRepresentable {
    /// The form in which an app describes itself.
    package static let format = JSONFormat<AppIdentity>.object(
        named: "AppDescription", about: "An app's description of itself.",
        .required("identifier", \.identifier, .appIdentifier), .required("name", \.name, .appName),
        .optional("version", \.version, .appVersion), .optional("productType", \.productType, .productType),
        .optional("operatingSystemVersion", \.operatingSystemVersion, .systemVersion)
    ) { AppIdentity(identifier: $0, name: $1, version: $2, productType: $3, operatingSystemVersion: $4) }

    /// The format of an app in answers. Apps that did not register over HTTP can have arbitrary strings.
    static let answer = JSONFormat<AppIdentity>.object(
        named: "App", about: "An app.",
        .required(
            "identifier", \.identifier,
            .string(pattern: identifierPattern).described("A bundle identifier.").example("org.example.steps")),
        .required(
            "name", \.name,
            .string(pattern: namePattern).described("The display name.").example("Steps")),
        .optional("version", \.version, .string(pattern: shortPattern)),
        .optional("productType", \.productType, .string(pattern: shortPattern)),
        .optional("operatingSystemVersion", \.operatingSystemVersion, .string(pattern: shortPattern))
    ) { AppIdentity(identifier: $0, name: $1, version: $2, productType: $3, operatingSystemVersion: $4) }
}

extension JSONFormat where Value == String {
    /// Returns the format with an example in its schema.
    fileprivate func example(_ text: String) -> JSONFormat { schema(schema.example(.string(text))) }
}
