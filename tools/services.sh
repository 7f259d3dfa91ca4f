#!/bin/sh
# What some tests need beside Python: PostgreSQL. Installed here on Debian and its kin by root, and in a CI that may
# become root; elsewhere, and when it fails, nothing happens, and those tests are left out and say what to install.
set -u
for bin in /usr/lib/postgresql/*/bin/initdb; do [ -x "$bin" ] && exit 0; done
command -v initdb > /dev/null && exit 0
command -v apt-get > /dev/null || exit 0
become=
if [ "$(id -u)" != 0 ]; then
  { [ "${CI:-}" = true ] && sudo -n true 2> /dev/null; } || exit 0
  become="sudo -n"
fi
echo "installing PostgreSQL for the tests ..."
log=$(mktemp)
apt() { limit=$1; shift; timeout "$limit" $become env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=60 "$@"; }
if ! { apt 120 update && apt 300 install -y --no-install-recommends postgresql; } > "$log" 2>&1; then
  echo "PostgreSQL could not be installed; its tests are left out:"
  tail -n 3 "$log"
fi
rm -f "$log"
exit 0
