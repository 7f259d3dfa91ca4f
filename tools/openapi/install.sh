#!/bin/sh
# Install redocly, openapi-typescript, openapi-fetch and the TypeScript compiler into the folder given, or .venv/openapi,
# for the tests of the OpenAPI document. Without Node.js, or without a network the first time, a line says so; the status
# is then 1.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
modules=${1:-.venv/openapi}

if ! command -v npm > /dev/null; then
  echo "openapi: not checked, because Node.js is not installed"
  exit 1
fi
mkdir -p "$modules"
if ! cmp -s "$here/package-lock.json" "$modules/installed-lock.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$modules/"
  if ! timeout 120 npm ci --prefix "$modules" --ignore-scripts --no-audit --no-fund --silent > "$modules/npm.log" 2>&1; then
    echo "openapi: not checked, because the tools could not be installed (see $modules/npm.log)"
    exit 1
  fi
  cp "$here/package-lock.json" "$modules/installed-lock.json"
fi
