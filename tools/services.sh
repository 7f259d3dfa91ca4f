#!/bin/sh
# What some tests need beside Python: PostgreSQL, Chromium, and axe-core (in the folder given, or .venv).
# The first two are installed here on Debian and its kin by root, and in a CI that may become root; the last by npm where
# there is one. Elsewhere, and when it fails, nothing happens, and those tests are left out and say what to install.
set -u
venv=${1:-.venv}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

try() {  # try NAME COMMAND...: what it needs is installed, or it is said why not
  what=$1; shift
  echo "installing $what for the tests ..."
  "$@" > "$log" 2>&1 && return
  echo "$what could not be installed; its tests are left out:"
  tail -n 3 "$log"
}

has_postgresql() {
  for bin in /usr/lib/postgresql/*/bin/initdb; do [ -x "$bin" ] && return; done
  command -v initdb > /dev/null
}
has_chromium() { for each in chromium-headless-shell "$@"; do command -v "$each" > /dev/null && return; done; false; }

apt() { limit=$1; shift; timeout "$limit" $become env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=60 "$@"; }
debian() { apt 120 update && apt 300 install -y --no-install-recommends "$@"; }

become=
may=no
if command -v apt-get > /dev/null; then
  if [ "$(id -u)" = 0 ]; then may=yes
  elif [ "${CI:-}" = true ] && sudo -n true 2> /dev/null; then may=yes become="sudo -n"; fi
fi
if [ $may = yes ]; then
  has_postgresql || try PostgreSQL debian postgresql
  # Without windows of its own it takes half of the time; where that is not to be had, the usual one.
  has_chromium || try "Chromium without windows" debian chromium-headless-shell
  has_chromium chromium chromium-browser google-chrome || try Chromium debian chromium
fi

axe=4.14.0
if ! grep -qs "\"version\": \"$axe\"" "$venv/axe/node_modules/axe-core/package.json" && command -v npm > /dev/null; then
  try axe-core timeout 120 npm install --prefix "$venv/axe" --ignore-scripts --no-audit --no-fund --no-save "axe-core@$axe"
fi
exit 0
