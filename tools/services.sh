#!/bin/sh
# Install what `make test-all` needs next to Python: PostgreSQL, nginx, Chromium, and axe-core (into the folder given, or
# .venv). On Debian and its derivatives root installs the first three by apt-get, and so does CI where sudo needs no password.
# Elsewhere this prints what to install; tests of a missing service are skipped and say so.
set -u
venv=${1:-.venv}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

try() {  # try NAME COMMAND...: run an installation, and show the end of its output when it fails
  name=$1; shift
  echo "installing $name ..."
  "$@" > "$log" 2>&1 && return
  echo "$name could not be installed; its tests are skipped:"
  tail -n 3 "$log"
}

has_postgresql() {
  for bin in /usr/lib/postgresql/*/bin/initdb; do [ -x "$bin" ] && return; done
  command -v initdb > /dev/null
}
has_nginx() { [ -x /usr/sbin/nginx ] || command -v nginx > /dev/null; }
has_chromium() {
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do command -v "$name" > /dev/null && return; done
  "$venv/bin/python" - << 'PY' 2> /dev/null
import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not os.path.exists(playwright.chromium.executable_path))
PY
}

apt() { limit=$1; shift; timeout "$limit" $become env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=60 "$@"; }
debian() { apt 120 update && apt 300 install -y --no-install-recommends "$@"; }

become=
may=no
if command -v apt-get > /dev/null; then
  if [ "$(id -u)" = 0 ]; then may=yes
  elif [ "${CI:-}" = true ] && sudo -n true 2> /dev/null; then may=yes become="sudo -n"; fi
fi

if ! has_postgresql; then
  if [ $may = yes ]; then try PostgreSQL debian postgresql
  else echo "PostgreSQL is missing: install its server (Debian: sudo apt-get install postgresql; macOS: brew install postgresql)"; fi
fi
if ! has_nginx; then
  if [ $may = yes ]; then try nginx debian nginx-light
  else echo "nginx is missing: install it (Debian: sudo apt-get install nginx-light; macOS: brew install nginx)"; fi
fi
if ! has_chromium; then
  if [ $may = yes ]; then
    try "Chromium" debian chromium-headless-shell || true
    has_chromium || try "Chromium" debian chromium
  else echo "Chromium is missing: $venv/bin/playwright install chromium (or Debian: sudo apt-get install chromium)"; fi
fi

axe=4.14.0
if ! grep -qs "\"version\": \"$axe\"" "$venv/axe/node_modules/axe-core/package.json"; then
  if command -v npm > /dev/null; then
    try axe-core timeout 120 npm install --prefix "$venv/axe" --ignore-scripts --no-audit --no-fund --no-save "axe-core@$axe"
  else echo "axe-core is missing: install Node.js with npm, then run make services again"; fi
fi
exit 0
