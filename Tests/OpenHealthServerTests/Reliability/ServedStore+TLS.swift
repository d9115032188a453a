// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ServedStore {
    /// Starts the daemon with TLS and waits until it listens.
    func serveTLS(_ options: [String] = []) async throws -> ServingProcess {
        let (certificate, key) = (folder.appending(path: "cert.pem"), folder.appending(path: "key.pem"))
        try Data(Self.certificate.utf8).write(to: certificate)
        try Data(Self.key.utf8).write(to: key)
        return try await serve(["--tls-cert", certificate.path, "--tls-key", key.path] + options)
    }

    /// A certificate for localhost, created for these tests with `openssl req -x509 -newkey ec`.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmjCCAUGgAwIBAgIUBPUN2NwUNWSj9l6Q63GUMP4arSAwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE4NTQxMloYDzIxMjYxMDI5
        MTg1NDEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAATaOeLN6GAA3qFzDNxBWC6ycZxrt9wRQ2HYO9+F0VabWP6/98OVTOTo
        njL30ItzP+cRvw4S+VGEAwQipy1xGJjBo28wbTAdBgNVHQ4EFgQUG03fx0qJxuOo
        UDb9AvXXYIwaLlkwHwYDVR0jBBgwFoAUG03fx0qJxuOoUDb9AvXXYIwaLlkwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDRwAwRAIgRCjZjHYCGEoIdlfYKcwdjVhXufgIqHKR5cDbw8DLDcUCIBm+
        QDabPUJduYwKMxpyjF6OcXGkTVF6enJD/Ly9Dh9V
        -----END CERTIFICATE-----

        """

    /// The private key of the certificate, which is only used here.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHHgNwq9DhkqAEkEv
        c00pyerpuoJQod/P7XigUuPa2gShRANCAATaOeLN6GAA3qFzDNxBWC6ycZxrt9wR
        Q2HYO9+F0VabWP6/98OVTOTonjL30ItzP+cRvw4S+VGEAwQipy1xGJjB
        -----END PRIVATE KEY-----

        """
}
