// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the bytes of an attachment.
public final class HKAttachmentDataReader: Sendable {
    /// The attachment.
    public let attachment: HKAttachment
    private let held: HeldProgress
    private let context: HealthContext

    init(_ attachment: HKAttachment, context: HealthContext) {
        self.attachment = attachment
        self.context = context
        held = HeldProgress(total: Int64(attachment.size))
    }

    /// The progress of the read operation.
    public var progress: Progress { held.progress }

    /// The contents of the attachment.
    /// - Throws: An `HKError`: `errorNoData` if the attachment does not exist or the app may not read it.
    public var data: Data {
        get async throws {
            let identifier = attachment.identifier
            let data = try await context.perform { access in
                try await access.attachmentBytes(identifier, from: 0, count: nil)
            }
            held.set(data.count)
            return data
        }
    }

    /// The bytes of the attachment as an asynchronous sequence, read in pages.
    public var bytes: HKAttachment.AsyncBytes {
        HKAttachment.AsyncBytes(attachment: attachment.identifier, context: context, progress: held)
    }
}

// Unchecked because Progress is not marked as Sendable on Linux, although it locks its mutable state.
/// Counts the bytes that have been read.
final class HeldProgress: @unchecked Sendable {
    let progress: Progress

    init(total: Int64) {
        progress = Progress(totalUnitCount: total)
    }

    func set(_ count: Int) {
        progress.completedUnitCount = Int64(count)
    }
}
