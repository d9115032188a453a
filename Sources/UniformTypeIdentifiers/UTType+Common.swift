// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension UTType {
    /// An item in a file system. `public.item`.
    public static var item: UTType { UTType(identifier: "public.item", parent: nil) }
    /// Content that a person can view, listen to or read. `public.content`.
    public static var content: UTType { UTType(identifier: "public.content", parent: nil) }
    /// Content composed of several types, such as a PDF. `public.composite-content`.
    public static var compositeContent: UTType { UTType(identifier: "public.composite-content", parent: nil) }
    /// A stream of bytes. `public.data`.
    public static var data: UTType { UTType(identifier: "public.data", parent: nil) }
    /// A folder or package. `public.directory`.
    public static var directory: UTType { UTType(identifier: "public.directory", parent: nil) }
    /// A folder. `public.folder`.
    public static var folder: UTType { UTType(identifier: "public.folder", parent: nil) }
    /// An archive of files. `public.archive`.
    public static var archive: UTType { UTType(identifier: "public.archive", parent: nil) }
    /// A ZIP archive. `public.zip-archive`.
    public static var zip: UTType { UTType(identifier: "public.zip-archive", parent: nil) }
    /// A file compressed by gzip. `org.gnu.gnu-zip-archive`.
    public static var gzip: UTType { UTType(identifier: "org.gnu.gnu-zip-archive", parent: nil) }
    /// An image. `public.image`.
    public static var image: UTType { UTType(identifier: "public.image", parent: nil) }
    /// A JPEG image. `public.jpeg`.
    public static var jpeg: UTType { UTType(identifier: "public.jpeg", parent: nil) }
    /// A PNG image. `public.png`.
    public static var png: UTType { UTType(identifier: "public.png", parent: nil) }
    /// A GIF image. `com.compuserve.gif`.
    public static var gif: UTType { UTType(identifier: "com.compuserve.gif", parent: nil) }
    /// A TIFF image. `public.tiff`.
    public static var tiff: UTType { UTType(identifier: "public.tiff", parent: nil) }
    /// A BMP image. `com.microsoft.bmp`.
    public static var bmp: UTType { UTType(identifier: "com.microsoft.bmp", parent: nil) }
    /// A WebP image. `org.webmproject.webp`.
    public static var webP: UTType { UTType(identifier: "org.webmproject.webp", parent: nil) }
    /// An SVG image. `public.svg-image`.
    public static var svg: UTType { UTType(identifier: "public.svg-image", parent: nil) }
    /// A HEIF image. `public.heif`.
    public static var heif: UTType { UTType(identifier: "public.heif", parent: nil) }
    /// A HEIC image. `public.heic`.
    public static var heic: UTType { UTType(identifier: "public.heic", parent: nil) }
    /// A raw image of a camera's sensor. `public.camera-raw-image`.
    public static var rawImage: UTType { UTType(identifier: "public.camera-raw-image", parent: nil) }
    /// A PDF document. `com.adobe.pdf`.
    public static var pdf: UTType { UTType(identifier: "com.adobe.pdf", parent: nil) }
    /// Text with or without markup. `public.text`.
    public static var text: UTType { UTType(identifier: "public.text", parent: nil) }
    /// Text without markup. `public.plain-text`.
    public static var plainText: UTType { UTType(identifier: "public.plain-text", parent: nil) }
    /// Text without markup in UTF-8. `public.utf8-plain-text`.
    public static var utf8PlainText: UTType { UTType(identifier: "public.utf8-plain-text", parent: nil) }
    /// Text without markup in UTF-16. `public.utf16-plain-text`.
    public static var utf16PlainText: UTType { UTType(identifier: "public.utf16-plain-text", parent: nil) }
    /// Delimited text. `public.delimited-values-text`.
    public static var delimitedText: UTType { UTType(identifier: "public.delimited-values-text", parent: nil) }
    /// Comma-separated values. `public.comma-separated-values-text`.
    public static var commaSeparatedText: UTType {
        UTType(identifier: "public.comma-separated-values-text", parent: nil)
    }
    /// Tab-separated values. `public.tab-separated-values-text`.
    public static var tabSeparatedText: UTType { UTType(identifier: "public.tab-separated-values-text", parent: nil) }
    /// Rich text. `public.rtf`.
    public static var rtf: UTType { UTType(identifier: "public.rtf", parent: nil) }
    /// An HTML document. `public.html`.
    public static var html: UTType { UTType(identifier: "public.html", parent: nil) }
    /// An XML document. `public.xml`.
    public static var xml: UTType { UTType(identifier: "public.xml", parent: nil) }
    /// A YAML document. `public.yaml`.
    public static var yaml: UTType { UTType(identifier: "public.yaml", parent: nil) }
    /// A JSON document. `public.json`.
    public static var json: UTType { UTType(identifier: "public.json", parent: nil) }
    /// A property list. `com.apple.property-list`.
    public static var propertyList: UTType { UTType(identifier: "com.apple.property-list", parent: nil) }
    /// A contact card. `public.vcard`.
    public static var vCard: UTType { UTType(identifier: "public.vcard", parent: nil) }
    /// An email message. `public.email-message`.
    public static var emailMessage: UTType { UTType(identifier: "public.email-message", parent: nil) }
    /// Audio, video, or both. `public.audiovisual-content`.
    public static var audiovisualContent: UTType { UTType(identifier: "public.audiovisual-content", parent: nil) }
    /// Audio. `public.audio`.
    public static var audio: UTType { UTType(identifier: "public.audio", parent: nil) }
    /// MP3 audio. `public.mp3`.
    public static var mp3: UTType { UTType(identifier: "public.mp3", parent: nil) }
    /// WAV audio. `com.microsoft.waveform-audio`.
    public static var wav: UTType { UTType(identifier: "com.microsoft.waveform-audio", parent: nil) }
    /// MPEG-4 audio. `public.mpeg-4-audio`.
    public static var mpeg4Audio: UTType { UTType(identifier: "public.mpeg-4-audio", parent: nil) }
    /// Video with or without audio. `public.movie`.
    public static var movie: UTType { UTType(identifier: "public.movie", parent: nil) }
    /// An MPEG-4 movie. `public.mpeg-4`.
    public static var mpeg4Movie: UTType { UTType(identifier: "public.mpeg-4", parent: nil) }
    /// A QuickTime movie. `com.apple.quicktime-movie`.
    public static var quickTimeMovie: UTType { UTType(identifier: "com.apple.quicktime-movie", parent: nil) }
    /// A spreadsheet. `public.spreadsheet`.
    public static var spreadsheet: UTType { UTType(identifier: "public.spreadsheet", parent: nil) }
    /// A URL. `public.url`.
    public static var url: UTType { UTType(identifier: "public.url", parent: nil) }
}
