import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that the program in `root` needs and that the folder `packages` lacks. */
export function missingPackages(root: string, packages = join(root, 'node_modules')): string[] {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> }
  return Object.keys(dependencies).filter((name) => !existsSync(join(packages, name)))
}

const INSTALL = 'npm ci (in production with the options of docs/operating.md)'

/** What an operator reads when packages are missing in the program's own folder: which, and what to do. */
export const missingPackagesSentence = (root: string, missing: readonly string[]): string =>
  `${join(root, 'node_modules')} lacks ${namesOf(missing)}, so the pages cannot be built. Run in ${root}: ${INSTALL}. Then build again.`

/** The same for a folder of packages beside the output of a build. */
export const missingBesideSentence = (folder: string, missing: readonly string[]): string =>
  `${folder} lacks ${namesOf(missing)}, which the pages need while they are built. Delete this folder: the next build links the installed packages there. Then build again.`

const SHOWN = 3

function namesOf(missing: readonly string[]): string {
  const rest = missing.length - SHOWN
  const names = `the packages ${missing.slice(0, SHOWN).join(', ')}`
  return rest > 0 ? `${names} and ${rest} more` : names
}
