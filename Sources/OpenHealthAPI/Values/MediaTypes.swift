// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The media types of uniform type identifiers, for attachments.
package enum MediaTypes {
    /// The type of any bytes.
    package static let bytes = "application/octet-stream"

    /// The media types and their uniform types. The first media type of a uniform type is the one that is written.
    private static let table: [(media: String, uniform: String)] = [
        (bytes, "public.data"), ("image/jpeg", "public.jpeg"), ("image/jpg", "public.jpeg"),
        ("image/png", "public.png"), ("image/gif", "com.compuserve.gif"), ("image/tiff", "public.tiff"),
        ("image/heic", "public.heic"), ("image/heif", "public.heif"), ("image/webp", "org.webmproject.webp"),
        ("image/bmp", "com.microsoft.bmp"), ("image/svg+xml", "public.svg-image"),
        ("application/dicom", "org.nema.dicom"), ("application/pdf", "com.adobe.pdf"),
        ("text/plain", "public.plain-text"), ("text/csv", "public.comma-separated-values-text"),
        ("text/html", "public.html"), ("application/xml", "public.xml"), ("text/xml", "public.xml"),
        ("application/json", "public.json"), ("application/zip", "public.zip-archive"),
        ("application/gzip", "org.gnu.gnu-zip-archive"), ("application/rtf", "public.rtf"),
        ("audio/mpeg", "public.mp3"), ("audio/mp4", "public.mpeg-4-audio"),
        ("audio/wav", "com.microsoft.waveform-audio"),
        ("video/mp4", "public.mpeg-4"), ("video/quicktime", "com.apple.quicktime-movie"),
    ]

    /// The media types with which files are downloaded. Those that a browser could run or interpret are not among them.
    package static let downloads =
        [bytes]
        + table.map(\.media).filter {
            $0 != "image/jpg" && $0 != "image/svg+xml"
                && ["image/", "audio/", "video/"].contains(where: $0.hasPrefix)
        } + ["application/pdf", "application/dicom", "application/zip", "text/csv", "text/plain"]

    /// Returns the uniform type of a media type, or nil for an unknown one.
    package static func uniformType(ofMediaType type: String) -> String? {
        let lowercased = type.lowercased()
        return table.first { $0.media == lowercased }?.uniform
    }

    /// Returns the media type of a uniform type, or nil for an unknown one.
    package static func mediaType(ofUniformType type: String) -> String? {
        table.first { $0.uniform == type }?.media
    }

    /// Returns the media type with which a file of a uniform type is downloaded.
    package static func download(ofUniformType type: String) -> String {
        guard let media = mediaType(ofUniformType: type), downloads.contains(media) else { return bytes }
        return media
    }
}
