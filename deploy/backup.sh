#!/bin/sh
# backup.sh <folder> <number>: writes a backup into a new folder below <folder>, named by the time, and deletes the oldest ones beyond <number>
# (deploy/halyard-backup.service). Fails, and deletes nothing else, when the backup is not complete.
set -eu
folder=$1
keep=$2
[ "$keep" -ge 1 ] # else the new one would be deleted too
new=$folder/$(date -u +%Y-%m-%dT%H%M%SZ)
cd "$(dirname "$0")/.."

trap 'rm -rf "$new"' EXIT
node_modules/.bin/node scripts/backup.ts "$new"
# Written last: a folder without it is not a backup.
test -s "$new/manifest.json"
trap - EXIT

# What an interrupted run left, a day later: another one may be running.
find "$folder" -mindepth 1 -maxdepth 1 -name '20*Z' -mtime +0 ! -exec test -e '{}/manifest.json' ';' -exec rm -r '{}' +
find "$folder" -mindepth 2 -maxdepth 2 -path '*/20*Z/manifest.json' | sort -r | tail -n "+$((keep + 1))" | while read -r manifest; do
  rm -r "${manifest%/manifest.json}"
done
