// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Not built on Linux: see README.md.

import Foundation
import Security

/// The token in the keychain, which the app can read after the first unlock.
enum TokenStore {
    static var token: String? {
        get {
            var query = item
            query[kSecReturnData] = true
            var result: CFTypeRef?
            guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
            return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
        }
        set {
            SecItemDelete(item as CFDictionary)
            guard let newValue else { return }
            var new = item
            new[kSecValueData] = Data(newValue.utf8)
            new[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            SecItemAdd(new as CFDictionary, nil)
        }
    }

    private static var item: [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "PhoneBridge", kSecAttrAccount: "token"]
    }
}
