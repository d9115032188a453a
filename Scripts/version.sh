#!/bin/sh
# Prints the version of the project from Sources/OpenHealthCommandLine/HealthVersion.swift.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/.*static let current = "\(.*\)".*/\1/p' Sources/OpenHealthCommandLine/HealthVersion.swift
