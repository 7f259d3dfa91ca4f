#!/bin/sh
# Check the script of the web application with eslint and the TypeScript compiler, which are installed into the folder
# given, or .venv. Without Node.js, or without a network the first time, nothing is checked, and a line says so.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/tools/javascript
modules=$(cd "${1:-.venv}" && pwd)/javascript

if ! command -v npm > /dev/null; then
  echo "script: not checked, because Node.js is not installed"
  exit 0
fi
mkdir -p "$modules"
if ! cmp -s "$here/package-lock.json" "$modules/installed-lock.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$modules/"
  if ! timeout 120 npm ci --prefix "$modules" --ignore-scripts --no-audit --no-fund --silent > "$modules/npm.log" 2>&1; then
    echo "script: not checked, because eslint and typescript could not be installed (see $modules/npm.log)"
    exit 0
  fi
  cp "$here/package-lock.json" "$modules/installed-lock.json"
fi
cp "$here/eslint.config.mjs" "$modules/"
cd "$root"
"$modules/node_modules/.bin/eslint" --config "$modules/eslint.config.mjs" --max-warnings 0 src/rookery/web/static/js
"$modules/node_modules/.bin/tsc" --project "$here/tsconfig.json"
