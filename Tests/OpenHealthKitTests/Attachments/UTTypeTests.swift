// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test func typesAreFoundByIdentifierExtensionAndMIMEType() {
        #expect(UTType("public.jpeg") == .jpeg)
        #expect(UTType("PUBLIC.JPEG") == .jpeg)
        #expect(UTType("org.example.nobody") == nil)
        #expect(UTType(filenameExtension: "JPG") == .jpeg)
        #expect(UTType(filenameExtension: "txt") == .plainText)
        #expect(UTType(filenameExtension: "csv") == .commaSeparatedText)
        #expect(UTType(filenameExtension: "jpg", conformingTo: .text) == nil)
        #expect(UTType(filenameExtension: "nobody") == nil)
        #expect(UTType(mimeType: "application/pdf") == .pdf)
        #expect(UTType.png.preferredFilenameExtension == "png")
        #expect(UTType.json.preferredMIMEType == "application/json")
    }

    @Test func typesConformToTheirSupertypes() {
        #expect(UTType.heic.conforms(to: .image))
        #expect(UTType.heic.conforms(to: .data))
        #expect(UTType.heic.conforms(to: .item))
        #expect(UTType.heic.conforms(to: .content))
        #expect(UTType.heic.conforms(to: .heic))
        #expect(!UTType.heic.isSubtype(of: .heic))
        #expect(!UTType.heic.conforms(to: .text))
        #expect(UTType.text.isSupertype(of: .commaSeparatedText))
        #expect(UTType.pdf.supertypes.contains(.compositeContent))
    }

    @Test func appsCanDeclareTypes() throws {
        let notes = UTType(exportedAs: "org.example.notes", conformingTo: .plainText)
        #expect(notes.conforms(to: .text))
        #expect(!notes.isDeclared)
        #expect(UTType(exportedAs: "org.example.blob").conforms(to: .data))
        #expect(UTType(importedAs: "public.png") == .png)
        let back = try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([notes]))
        #expect(back == [notes] && back[0].conforms(to: .text))
    }
}
