// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The archive of an object as JSON, in addition to its readable keys, so that every object is decoded as an equal object.
enum ArchivedObject {
    /// The key of the object in its archive.
    private static let name = "object"
    /// The key of archives.
    static let key = "detail"
    /// The schema of archives.
    static let schema = JSONSchema.object(isOpen: true)
        .described("The archive of the object.")

    /// Returns the entry for an object.
    static func entry(_ object: any NSObject & NSSecureCoding) -> [(key: String, value: JSONValue)] {
        var archive = HKArchive()
        archive.set(HKArchive(object: object), name)
        guard let detail = ArchiveJSON.write(archive)?[name] else { return [] }
        return [(key, detail)]
    }

    /// Returns the object in an entry.
    static func object<Object: NSObject & NSSecureCoding>(
        _ json: JSONReader, as type: Object.Type
    ) throws(Problem) -> Object {
        let detail = try json.required(key)
        guard let archive = ArchiveJSON.read(.object([(name, detail.value)])),
            let object = archive.object(name, as: Object.self)
        else { throw detail.problem("Expected an archive of an object that the server created.") }
        return object
    }
}
