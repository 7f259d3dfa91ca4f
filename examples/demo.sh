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

say "A Swiss tournament, three rounds into seven: who leads?"
try rookery standings swiss.trf

say "Round 4 by the rules, and why"
try rookery pair swiss.trf
try rookery pair swiss.trf --explain 1
try rookery pair swiss.trf --why-not 1 2

say "The round goes into the file, and the results as they come"
try rookery pair swiss.trf -o swiss.trf
try rookery enter swiss.trf 4 --csv round4.csv

say "A late entry takes her place; a trial shows the change without writing it"
try rookery add swiss.trf --name "Wren, Dora" --rating 1885 --federation WLS
try rookery withdraw swiss.trf 9 --from 6 --dry-run

say "Are the rounds paired by the rules? A round robin as well"
try rookery check swiss.trf round-robin.trf

say "A file that is not in order: what to put right, and where"
try rookery validate broken.trf

say "Into other formats and back, without loss"
try rookery convert round-robin.trf lantern.json
try rookery convert lantern.json again.trf
try cmp round-robin.trf again.trf

say "More: rookery --help, README.md, docs/"
