import { execFileSync } from 'node:child_process'
import { ROOT } from './processes.ts'

/** The branch that a change is compared with. */
const BASE = 'main'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

/** The commit that this branch left `main` at; the commit before the last one when nothing has changed since then. */
export function baseCommit(): string {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', BASE)
  return changedFiles(base).length > 0 ? base : 'HEAD~1'
}

/** Files that differ from `base`: committed, uncommitted and new ones, relative to the repository. */
export const changedFiles = (base: string): string[] => [
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

const JOURNEY = 'tests/e2e/journey.spec.ts'

/** Which browser tests see a change of a file; the first row that matches decides. */
const SPECS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(tests\/e2e\/studio|studio|schemas|local\/lake)\//, ['tests/e2e/studio/studio.spec.ts']],
  [/^tests\/e2e\/|^playwright\.config\.ts$/, [JOURNEY]],
  [/^src\/content\/server\/publishing\/|^integrations\//, ['tests/e2e/public/rebuild.spec.ts']],
  [/preview/, ['tests/e2e/preview.spec.ts']],
  [/^src\/site\/forms\//, ['tests/e2e/public/forms.spec.ts']],
  [/^src\/booking\/(island|store)\//, ['tests/e2e/own-place.spec.ts']],
  [/^src\/\w+\/(island|store)\//, [JOURNEY]],
  [/^(src\/(pages|site|content|\w+\/components)|public|content)\//, ['tests/e2e/pages.spec.ts']],
  [/^(src|supabase|local|shared)\/|^server\.ts$/, [JOURNEY]],
]

/** The browser tests to run for these changed files, without repeats; a changed test runs itself. */
export function specsFor(files: readonly string[]): string[] {
  const found = files.flatMap((file) =>
    file.endsWith('.spec.ts') ? [file] : (SPECS.find(([pattern]) => pattern.test(file))?.[1] ?? []),
  )
  return [...new Set(found)].sort()
}
