#!/bin/sh
# What Rookery can do today, on the example tournaments. Run by `make demo`; nothing outside a scratch folder is changed.
set -eu
examples=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$examples"/*.trf "$examples"/*.csv "$scratch"
cd "$scratch"

if [ -t 1 ]; then bold='\033[1m' dim='\033[2m' plain='\033[0m'; else bold='' dim='' plain=''; fi
say() { printf "\n$bold# %s$plain\n" "$1"; }
try() {
  line='$'
  for word in "$@"; do case $word in *' '*) line="$line \"$word\"" ;; *) line="$line $word" ;; esac; done
  printf "$dim%s$plain\n" "$line"
  "$@" || true
}

say "A Swiss tournament, three rounds into seven"
try rookery show swiss.trf

say "Round 4 is paired and partly played"
try rookery enter swiss.trf 4 --csv round4.csv
try rookery show swiss.trf --round 4

say "A late entry takes her place; a trial shows the change without writing it"
try rookery add swiss.trf --name "Wren, Dora" --rating 1885 --federation WLS
try rookery withdraw swiss.trf 9 --from 6 --dry-run

say "Is the file in order?"
try rookery validate swiss.trf

say "A file that is not: what to put right, and where"
try rookery validate broken.trf

say "A round robin, and a team event"
try rookery show round-robin.trf
try rookery show teams.trf --round 3

say "Into other formats and back, without loss"
try rookery convert round-robin.trf lantern.json
try rookery convert lantern.json again.trf
try cmp round-robin.trf again.trf

say "More: rookery --help, README.md, docs/"
