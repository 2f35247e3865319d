import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from './processes.ts'

/** Files of the repository by their path from its root, with their text. */
export type Texts = ReadonlyMap<string, string>

/** The source files and tests that git tracks or does not ignore. */
export function readTexts(): Texts {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.sql']
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const found = new Map<string, string>()
  for (const file of files.filter((name) => name !== '' && !name.endsWith('.generated.ts'))) {
    try {
      found.set(file, readFileSync(join(ROOT, file), 'utf8'))
    } catch {
      // Deleted, and git still lists it.
    }
  }
  return found
}

const QUOTED = /'([^'\n]+)'/g
/** Which folder `#name/` means. */
const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
}
const folderOf = (alias: string) => imports[`${alias}*`]?.replace(/^\.\/|\*$/g, '') ?? alias

/** The file that a quoted text of `file` names: in an import, as the path of a program, or as a file beside it. */
function namedIn(file: string, text: string): string {
  if (text.startsWith('.')) return join(dirname(file), text)
  return text.replace(/^#\w+\//, folderOf)
}

/** For each file, the files that name it. */
function usersOf(texts: Texts): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const [file, text] of texts) {
    for (const [, quoted = ''] of text.matchAll(QUOTED)) {
      const named = namedIn(file, quoted)
      if (texts.has(named)) users.set(named, [...(users.get(named) ?? []), file])
    }
  }
  return users
}

const FUNCTION = /^create function (\w+\.\w+)\(/gim

/** The files that name a database function which this file of routines defines. */
function callersOf(routines: string, texts: Texts): string[] {
  const names = [...routines.matchAll(FUNCTION)].map(([, name = '']) => name)
  return [...texts].flatMap(([file, text]) =>
    file.endsWith('.ts') && names.some((name) => text.includes(name)) ? [file] : [],
  )
}

/** The tests of the schema, the rules of booking and the API as a whole. */
const BASE_TESTS = [
  'tests/integration/tables.test.ts',
  'tests/integration/operations/carried-over.test.ts',
  'tests/integration/booking/holds-in-the-database.test.ts',
  'tests/integration/booking/races/simultaneous-requests.test.ts',
  'tests/integration/api/http.test.ts',
]

/** Whether every integration test depends on the file: SQL, a package, or what sets up all tests. */
const isBase = (file: string) =>
  file.startsWith('supabase/') || /^(package(-lock)?\.json|vitest\.config\.ts)$/.test(file)

/** What a changed file is to the tests: itself; the contract of the same name; for routines what calls them. */
function startsOf(file: string, texts: Texts): string[] {
  if (file.startsWith('supabase/')) return [file, ...callersOf(texts.get(file) ?? '', texts)]
  const [, feature] = /^src\/(\w+)\/server\//.exec(file) ?? []
  const contract = `src/${feature}/contract/${basename(file)}`
  return texts.has(contract) ? [file, contract] : [file]
}

/** Attacks take long: only a changed one runs. */
const isTest = (file: string, distance: number) =>
  /^tests\/integration\/.*\.test\.tsx?$/.test(file) ||
  (distance === 0 && /^tests\/attack\/.*\.test\.ts$/.test(file))

/**
 * The integration tests that are nearest to the changed files by what imports or names what, at most `most`. A changed test
 * is the nearest; of two that are as near the one with an earlier path comes first. A change on which every test depends
 * runs `BASE_TESTS` too.
 */
export function nearestTests(changed: readonly string[], texts: Texts, most: number): string[] {
  const users = usersOf(texts)
  const found = new Set<string>()
  let reached = new Set(changed.flatMap((file) => startsOf(file, texts)))
  const seen = new Set<string>()
  for (let distance = 0; reached.size > 0 && found.size < most; distance += 1) {
    for (const file of reached) seen.add(file)
    const base = [...reached].some(isBase) ? BASE_TESTS.filter((file) => texts.has(file)) : []
    const tests = [...reached].filter((file) => isTest(file, distance)).sort()
    for (const file of [...base, ...tests]) found.add(file)
    reached = new Set(
      [...reached].flatMap((file) => users.get(file) ?? []).filter((file) => !seen.has(file)),
    )
  }
  return [...found].slice(0, most)
}
