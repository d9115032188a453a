// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 18 of the tables: the documents that apps sent to Nightscout's interface.
enum SchemaV18: SchemaVersion {
    static let identifier = "018 nightscout documents"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- Documents as apps sent them. Only the app that sent a document reads it.
                CREATE TABLE nightscout_document (
                    id INTEGER PRIMARY KEY,
                    app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
                    -- entries, treatments, profile, activity or devicestatus.
                    collection TEXT NOT NULL,
                    -- The value of _id.
                    name TEXT NOT NULL,
                    -- The text by which later versions are recognised.
                    identity TEXT NOT NULL,
                    -- The value of eventType or type.
                    kind TEXT NOT NULL,
                    -- The date, in seconds since 1970.
                    date REAL NOT NULL,
                    -- The time of the last change, in milliseconds since 1970, which is different for each document of the app.
                    modified INTEGER NOT NULL,
                    -- 0: the document was deleted, and has no content.
                    valid INTEGER NOT NULL,
                    json TEXT NOT NULL,
                    UNIQUE (app, collection, name)
                );
                CREATE INDEX nightscout_document_identity ON nightscout_document (app, collection, identity);
                CREATE INDEX nightscout_document_kind ON nightscout_document (app, collection, kind, date);
                CREATE INDEX nightscout_document_date ON nightscout_document (app, collection, date);
                CREATE INDEX nightscout_document_modified ON nightscout_document (app, modified);
                -- The UUIDs of the samples of documents.
                CREATE TABLE nightscout_part (
                    document INTEGER NOT NULL REFERENCES nightscout_document ON DELETE CASCADE,
                    part TEXT NOT NULL,
                    uuid BLOB NOT NULL,
                    PRIMARY KEY (document, part)
                ) WITHOUT ROWID;
                CREATE INDEX nightscout_part_uuid ON nightscout_part (uuid);
                -- The position in the order of changes up to which deleted samples have been removed from the documents of an app.
                CREATE TABLE nightscout_place (
                    app INTEGER PRIMARY KEY REFERENCES app ON DELETE CASCADE,
                    place INTEGER NOT NULL
                );
                """)
    }
}
