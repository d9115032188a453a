// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reader of messages that uses Python's mail parser as the reference for tests of ``MailDraft``.
///
/// It requires `python3` with its standard library.
struct PythonMailReader {
    /// A parsed message.
    struct Message: Decodable {
        /// An address of a header.
        struct Address: Decodable, Hashable {
            var name: String
            var address: String
        }

        /// An attached file.
        struct File: Decodable {
            var name: String?
            var type: String
            var parameters: [String: String]
            /// The path of the contents in the folder of the messages.
            var path: String
        }

        /// The defects that the parser found in the message, its parts and its headers.
        var defects: [String]
        /// The names of the headers, in order.
        var names: [String]
        /// The decoded headers by name.
        var headers: [String: String]
        /// The addresses by header, with encoded words decoded according to RFC 2047.
        var addresses: [String: [Address]]
        /// The addresses by the newer parser; `nil` for headers with adjacent encoded words, which it decodes differently. Its
        /// spaces in names also differ.
        var newAddresses: [String: [Address]?]
        /// The date with its offset.
        var date: String
        /// The body with its original line breaks; `nil` if there is none.
        var body: String?
        /// The transfer encoding of the body.
        var encoding: String?
        var attachments: [File]
    }

    /// Reads all messages of a folder in the order of their names, and writes the attachments to the folder.
    static func read(_ folder: URL) throws -> [Message] {
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script, folder.path]
        let output = Pipe()
        python.standardOutput = output
        try python.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw Failure(status: python.terminationStatus) }
        return try JSONDecoder().decode([Message].self, from: data)
    }

    /// An error of Python, which is also thrown if it is not installed: `apt-get install python3`.
    struct Failure: Error {
        var status: Int32
    }

    private static let script = #"""
        import email, email.header, email.policy, email.utils, glob, json, os, re, sys

        def shown(text):
            return str(email.header.make_header(email.header.decode_header(text)))

        result = []
        for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.eml"))):
            with open(path, "rb") as file:
                data = file.read()
            message = email.message_from_bytes(data, policy=email.policy.SMTP)
            old = email.message_from_bytes(data, policy=email.policy.compat32)
            defects = []
            for part in message.walk():
                defects += [repr(defect) for defect in part.defects]
                for name, value in part.items():
                    defects += [name + ": " + repr(defect) for defect in getattr(value, "defects", [])]
            defects += [repr(defect) for part in old.walk() for defect in part.defects]
            addresses, newer = {}, {}
            for name in ("From", "To", "Cc", "Bcc"):
                if name not in message:
                    continue
                raw = old[name]
                addresses[name] = [dict(name=shown(re.sub(r"\r\n", "", shownname)), address=address)
                                   for shownname, address in email.utils.getaddresses([raw])]
                newer[name] = None if re.search(r"\?=\s+=\?", raw) else [
                    dict(name=each.display_name, address=each.addr_spec) for each in message[name].addresses]
            body = message if not message.is_multipart() else message.get_body(("plain",))
            if body is not None and body.is_attachment():
                body = None
            attachments = []
            for index, part in enumerate(message.iter_attachments() if message.is_multipart() else []):
                name = f"{os.path.basename(path)}.{index}"
                with open(os.path.join(sys.argv[1], name), "wb") as file:
                    file.write(part.get_payload(decode=True))
                attachments.append(dict(
                    name=part["Content-Disposition"].params.get("filename"), type=part.get_content_type(), path=name,
                    parameters=dict(part["Content-Type"].params)))
            result.append(dict(
                defects=defects, names=message.keys(), addresses=addresses, newAddresses=newer,
                headers={name: str(message[name]) for name in message.keys()},
                date=message["Date"].datetime.isoformat(),
                body=None if body is None else body.get_payload(decode=True).decode("utf-8"),
                encoding=None if body is None else body["Content-Transfer-Encoding"].cte,
                attachments=attachments))
        json.dump(result, sys.stdout)
        """#
}
