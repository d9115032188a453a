#!/bin/sh
# Succeeds if a check runs in the part of the tests that TESTS=part and TESTS_SEED select: Scripts/turn.sh 1 3 succeeds for each third
# seed, and for all tests.
set -eu
[ "${TESTS:-all}" != part ] || [ $((${TESTS_SEED:-0} % $2)) = "$1" ]
