#!/bin/sh
# Runs before `npm run build`. Without the packages npm would only say "astro: not found".
# Plain POSIX sh, because Node is one of the packages. Single packages are checked by the build itself.
set -eu
cd "$(dirname "$0")/.."
if ! node_modules/.bin/node --version >/dev/null || [ ! -x node_modules/.bin/astro ]; then
  echo "The packages are not installed in $PWD: node_modules/.bin/astro or node_modules/.bin/node is missing or does not run." >&2
  echo "Run there: npm ci (in production with the options of docs/operating.md). Then build again." >&2
  exit 1
fi
