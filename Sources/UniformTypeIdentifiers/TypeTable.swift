// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A table of common content types.
enum TypeTable {
    struct Entry: Sendable {
        var identifier: String
        /// The file name extensions, the preferred one first.
        var extensions: [String] = []
        /// The MIME types, the preferred one first.
        var mimeTypes: [String] = []
        var conformsTo: [String] = []
    }

    /// Returns the type with an identifier, ignoring case.
    static func entry(_ identifier: String) -> Entry? { byIdentifier[identifier.lowercased()] }

    private static let byIdentifier = Dictionary(
        uniqueKeysWithValues: entries.map { ($0.identifier.lowercased(), $0) })

    static let entries: [Entry] = [
        Entry(identifier: "public.item"),
        Entry(identifier: "public.content"),
        Entry(identifier: "public.composite-content", conformsTo: ["public.content"]),
        Entry(identifier: "public.data", mimeTypes: ["application/octet-stream"], conformsTo: ["public.item"]),
        Entry(identifier: "public.directory", conformsTo: ["public.item"]),
        Entry(identifier: "public.folder", conformsTo: ["public.directory"]),
        Entry(identifier: "public.archive", conformsTo: ["public.data"]),
        Entry(
            identifier: "public.zip-archive", extensions: ["zip"],
            mimeTypes: ["application/zip", "application/x-zip-compressed"],
            conformsTo: ["public.data", "public.archive"]),
        Entry(
            identifier: "org.gnu.gnu-zip-archive", extensions: ["gz", "gzip"],
            mimeTypes: ["application/gzip", "application/x-gzip"], conformsTo: ["public.data", "public.archive"]),
        Entry(identifier: "public.image", conformsTo: ["public.data", "public.content"]),
        Entry(
            identifier: "public.jpeg", extensions: ["jpeg", "jpg", "jpe"], mimeTypes: ["image/jpeg", "image/jpg"],
            conformsTo: ["public.image"]),
        Entry(identifier: "public.png", extensions: ["png"], mimeTypes: ["image/png"], conformsTo: ["public.image"]),
        Entry(
            identifier: "com.compuserve.gif", extensions: ["gif"], mimeTypes: ["image/gif"],
            conformsTo: ["public.image"]),
        Entry(
            identifier: "public.tiff", extensions: ["tiff", "tif"], mimeTypes: ["image/tiff"],
            conformsTo: ["public.image"]),
        Entry(
            identifier: "com.microsoft.bmp", extensions: ["bmp", "dib"], mimeTypes: ["image/bmp"],
            conformsTo: ["public.image"]),
        Entry(
            identifier: "org.webmproject.webp", extensions: ["webp"], mimeTypes: ["image/webp"],
            conformsTo: ["public.image"]),
        Entry(
            identifier: "public.svg-image", extensions: ["svg", "svgz"], mimeTypes: ["image/svg+xml"],
            conformsTo: ["public.image", "public.xml"]),
        Entry(identifier: "public.heif", extensions: ["heif"], mimeTypes: ["image/heif"], conformsTo: ["public.image"]),
        Entry(identifier: "public.heic", extensions: ["heic"], mimeTypes: ["image/heic"], conformsTo: ["public.image"]),
        Entry(identifier: "public.camera-raw-image", conformsTo: ["public.image"]),
        Entry(
            identifier: "com.adobe.pdf", extensions: ["pdf"], mimeTypes: ["application/pdf"],
            conformsTo: ["public.data", "public.composite-content"]),
        Entry(identifier: "public.text", conformsTo: ["public.data", "public.content"]),
        Entry(
            identifier: "public.plain-text", extensions: ["txt", "text"], mimeTypes: ["text/plain"],
            conformsTo: ["public.text"]),
        Entry(
            identifier: "public.utf8-plain-text", mimeTypes: ["text/plain;charset=utf-8"],
            conformsTo: ["public.plain-text"]),
        Entry(
            identifier: "public.utf16-plain-text", mimeTypes: ["text/plain;charset=utf-16"],
            conformsTo: ["public.plain-text"]),
        Entry(identifier: "public.delimited-values-text", conformsTo: ["public.text"]),
        Entry(
            identifier: "public.comma-separated-values-text", extensions: ["csv"],
            mimeTypes: ["text/csv", "text/comma-separated-values"], conformsTo: ["public.delimited-values-text"]),
        Entry(
            identifier: "public.tab-separated-values-text", extensions: ["tsv"],
            mimeTypes: ["text/tab-separated-values"], conformsTo: ["public.delimited-values-text"]),
        Entry(
            identifier: "public.rtf", extensions: ["rtf"], mimeTypes: ["text/rtf", "application/rtf"],
            conformsTo: ["public.text"]),
        Entry(
            identifier: "public.html", extensions: ["html", "htm"], mimeTypes: ["text/html"],
            conformsTo: ["public.text"]),
        Entry(
            identifier: "public.xml", extensions: ["xml"], mimeTypes: ["application/xml", "text/xml"],
            conformsTo: ["public.text"]),
        Entry(
            identifier: "public.yaml", extensions: ["yml", "yaml"],
            mimeTypes: ["application/x-yaml", "application/yaml"], conformsTo: ["public.text"]),
        Entry(
            identifier: "public.json", extensions: ["json"], mimeTypes: ["application/json"],
            conformsTo: ["public.text"]),
        Entry(
            identifier: "com.apple.property-list", extensions: ["plist"], mimeTypes: ["application/x-plist"],
            conformsTo: ["public.data"]),
        Entry(
            identifier: "public.vcard", extensions: ["vcf", "vcard"], mimeTypes: ["text/vcard", "text/directory"],
            conformsTo: ["public.text"]),
        Entry(
            identifier: "public.email-message", extensions: ["eml"], mimeTypes: ["message/rfc822"],
            conformsTo: ["public.data"]),
        Entry(identifier: "public.audiovisual-content", conformsTo: ["public.data", "public.content"]),
        Entry(identifier: "public.audio", conformsTo: ["public.audiovisual-content"]),
        Entry(
            identifier: "public.mp3", extensions: ["mp3"], mimeTypes: ["audio/mpeg", "audio/mp3"],
            conformsTo: ["public.audio"]),
        Entry(
            identifier: "com.microsoft.waveform-audio", extensions: ["wav", "wave"],
            mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/x-wav"], conformsTo: ["public.audio"]),
        Entry(
            identifier: "public.mpeg-4-audio", extensions: ["m4a"], mimeTypes: ["audio/mp4"],
            conformsTo: ["public.audio"]),
        Entry(identifier: "public.movie", conformsTo: ["public.audiovisual-content"]),
        Entry(identifier: "public.mpeg-4", extensions: ["mp4"], mimeTypes: ["video/mp4"], conformsTo: ["public.movie"]),
        Entry(
            identifier: "com.apple.quicktime-movie", extensions: ["mov", "qt"], mimeTypes: ["video/quicktime"],
            conformsTo: ["public.movie"]),
        Entry(identifier: "public.spreadsheet", conformsTo: ["public.content"]),
        Entry(identifier: "public.url", conformsTo: ["public.data"]),
    ]
}
