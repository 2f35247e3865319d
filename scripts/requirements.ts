import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkRequirements } from './requirements/check.ts'
import { parseRequirements, type TextFile } from './requirements/parse.ts'
import { isAllOnly } from './test/tiers.ts'

/*
 * `npm run requirements`: compares docs/requirements with the titles of the tests and the comments of the code. Prints
 * the requirements without a test; exits 1 on any fault (docs/requirements/README.md says which).
 */
const root = resolve(import.meta.dirname, '..')
const CODE = '{src,local,studio,schemas,shared,supabase,scripts,bench,tests,integrations}/**'
const KINDS = '*.{ts,tsx,astro,css,sql,mjs,sh,md}'
const SOURCES = [`${CODE}/${KINDS}`, 'docs/**/*.md', '*.{ts,mjs,md,jsonc}']
const TESTS = ['tests/**/*.{test,spec}.{ts,tsx}']

const isOurs = (path: string): boolean => !/(^|\/)(node_modules|dist|\.[a-z]+)\//.test(path)

function read(patterns: readonly string[]): TextFile[] {
  return globSync(patterns, { cwd: root })
    .filter((path) => isOurs(path) && statSync(join(root, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const parsed = parseRequirements(read(['docs/requirements/*.md']))
const { faults, untested } = checkRequirements(parsed, {
  tests: read(TESTS),
  sources: read(SOURCES),
  exists: (path) => existsSync(join(root, path)),
  isAllOnly,
})

for (const { id, title } of untested) console.log(`without a test: ${id} ${title}`)
for (const fault of faults) console.error(fault)
console.log(
  `${parsed.requirements.length} requirements, ${untested.length} without a test, ${faults.length} faults`,
)
if (faults.length > 0) process.exitCode = 1
