#!/bin/sh
# Prints the version of the project from Sources/health/HealthVersion.swift.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/.*static let current = "\(.*\)".*/\1/p' Sources/health/HealthVersion.swift
