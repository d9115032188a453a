// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension UTType {
    /// Anything in a file system. `public.item`.
    public static var item: UTType { UTType(identifier: "public.item", parent: nil) }
    /// Anything that a person looks at, listens to or reads. `public.content`.
    public static var content: UTType { UTType(identifier: "public.content", parent: nil) }
    /// Content of several kinds in one, such as a PDF. `public.composite-content`.
    public static var compositeContent: UTType { UTType(identifier: "public.composite-content", parent: nil) }
    /// Bytes. `public.data`.
    public static var data: UTType { UTType(identifier: "public.data", parent: nil) }
    /// A folder, or what looks like one. `public.directory`.
    public static var directory: UTType { UTType(identifier: "public.directory", parent: nil) }
    /// A folder. `public.folder`.
    public static var folder: UTType { UTType(identifier: "public.folder", parent: nil) }
    /// Files packed into one. `public.archive`.
    public static var archive: UTType { UTType(identifier: "public.archive", parent: nil) }
    /// A ZIP archive. `public.zip-archive`.
    public static var zip: UTType { UTType(identifier: "public.zip-archive", parent: nil) }
    /// A file compressed by gzip. `org.gnu.gnu-zip-archive`.
    public static var gzip: UTType { UTType(identifier: "org.gnu.gnu-zip-archive", parent: nil) }
    /// A picture. `public.image`.
    public static var image: UTType { UTType(identifier: "public.image", parent: nil) }
    /// A JPEG picture. `public.jpeg`.
    public static var jpeg: UTType { UTType(identifier: "public.jpeg", parent: nil) }
    /// A PNG picture. `public.png`.
    public static var png: UTType { UTType(identifier: "public.png", parent: nil) }
    /// A GIF picture. `com.compuserve.gif`.
    public static var gif: UTType { UTType(identifier: "com.compuserve.gif", parent: nil) }
    /// A TIFF picture. `public.tiff`.
    public static var tiff: UTType { UTType(identifier: "public.tiff", parent: nil) }
    /// A BMP picture. `com.microsoft.bmp`.
    public static var bmp: UTType { UTType(identifier: "com.microsoft.bmp", parent: nil) }
    /// A WebP picture. `org.webmproject.webp`.
    public static var webP: UTType { UTType(identifier: "org.webmproject.webp", parent: nil) }
    /// An SVG drawing. `public.svg-image`.
    public static var svg: UTType { UTType(identifier: "public.svg-image", parent: nil) }
    /// A HEIF picture. `public.heif`.
    public static var heif: UTType { UTType(identifier: "public.heif", parent: nil) }
    /// A HEIC picture. `public.heic`.
    public static var heic: UTType { UTType(identifier: "public.heic", parent: nil) }
    /// A picture as a camera's sensor saw it. `public.camera-raw-image`.
    public static var rawImage: UTType { UTType(identifier: "public.camera-raw-image", parent: nil) }
    /// A PDF document. `com.adobe.pdf`.
    public static var pdf: UTType { UTType(identifier: "com.adobe.pdf", parent: nil) }
    /// Text, with markup or without. `public.text`.
    public static var text: UTType { UTType(identifier: "public.text", parent: nil) }
    /// Text without markup. `public.plain-text`.
    public static var plainText: UTType { UTType(identifier: "public.plain-text", parent: nil) }
    /// Text without markup, in UTF-8. `public.utf8-plain-text`.
    public static var utf8PlainText: UTType { UTType(identifier: "public.utf8-plain-text", parent: nil) }
    /// Text without markup, in UTF-16. `public.utf16-plain-text`.
    public static var utf16PlainText: UTType { UTType(identifier: "public.utf16-plain-text", parent: nil) }
    /// A table as text. `public.delimited-values-text`.
    public static var delimitedText: UTType { UTType(identifier: "public.delimited-values-text", parent: nil) }
    /// A table as text, its fields between commas. `public.comma-separated-values-text`.
    public static var commaSeparatedText: UTType {
        UTType(identifier: "public.comma-separated-values-text", parent: nil)
    }
    /// A table as text, its fields between tabs. `public.tab-separated-values-text`.
    public static var tabSeparatedText: UTType { UTType(identifier: "public.tab-separated-values-text", parent: nil) }
    /// Rich text. `public.rtf`.
    public static var rtf: UTType { UTType(identifier: "public.rtf", parent: nil) }
    /// A page of the web. `public.html`.
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
    /// A mail. `public.email-message`.
    public static var emailMessage: UTType { UTType(identifier: "public.email-message", parent: nil) }
    /// Sound, pictures that move, or both. `public.audiovisual-content`.
    public static var audiovisualContent: UTType { UTType(identifier: "public.audiovisual-content", parent: nil) }
    /// Sound. `public.audio`.
    public static var audio: UTType { UTType(identifier: "public.audio", parent: nil) }
    /// MP3 sound. `public.mp3`.
    public static var mp3: UTType { UTType(identifier: "public.mp3", parent: nil) }
    /// WAV sound. `com.microsoft.waveform-audio`.
    public static var wav: UTType { UTType(identifier: "com.microsoft.waveform-audio", parent: nil) }
    /// MPEG-4 sound. `public.mpeg-4-audio`.
    public static var mpeg4Audio: UTType { UTType(identifier: "public.mpeg-4-audio", parent: nil) }
    /// Pictures that move, perhaps with sound. `public.movie`.
    public static var movie: UTType { UTType(identifier: "public.movie", parent: nil) }
    /// An MPEG-4 film. `public.mpeg-4`.
    public static var mpeg4Movie: UTType { UTType(identifier: "public.mpeg-4", parent: nil) }
    /// A QuickTime film. `com.apple.quicktime-movie`.
    public static var quickTimeMovie: UTType { UTType(identifier: "com.apple.quicktime-movie", parent: nil) }
    /// A spreadsheet. `public.spreadsheet`.
    public static var spreadsheet: UTType { UTType(identifier: "public.spreadsheet", parent: nil) }
    /// An address. `public.url`.
    public static var url: UTType { UTType(identifier: "public.url", parent: nil) }
}
