import { existsSync, lstatSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import {
  missingBesideSentence,
  missingPackages,
  missingPackagesSentence,
} from '#shared/node/packages.ts'

/**
 * The build runs its own output, which imports packages by name. An output outside the repository (`DATA_DIR` elsewhere)
 * has no node_modules above it: this links one beside it. A link whose packages are gone, for example those of an earlier
 * installation, is replaced.
 * @throws Error that names the missing packages, and what to run.
 */
export function linkPackages(root: string, outDir: string): void {
  const installed = join(root, 'node_modules')
  const missing = missingPackages(root)
  if (missing.length > 0) throw new Error(missingPackagesSentence(root, missing))
  if (!relative(root, outDir).startsWith('..')) return
  const beside = resolve(outDir, '../node_modules')
  if (lstatSync(beside, { throwIfNoEntry: false })?.isSymbolicLink()) {
    if (missingPackages(root, beside).length > 0) unlinkSync(beside)
  }
  if (!existsSync(beside)) {
    mkdirSync(resolve(outDir, '..'), { recursive: true })
    symlinkSync(installed, beside, 'dir')
  }
  const lacking = missingPackages(root, beside)
  if (lacking.length > 0) throw new Error(missingBesideSentence(beside, lacking))
}

export const packagesBesideOutput = (): AstroIntegration => {
  let link = () => {}
  return {
    name: 'packages-beside-output',
    hooks: {
      'astro:config:done': ({ config }) => {
        link = () => linkPackages(fileURLToPath(config.root), fileURLToPath(config.outDir))
      },
      'astro:build:start': () => link(),
    },
  }
}
