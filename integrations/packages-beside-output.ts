import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
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
 * has no node_modules above it: this links one beside it. A link to another installation, for example that of the release before,
 * is replaced.
 * @throws Error that names the missing packages, and what to run.
 */
export function linkPackages(root: string, outDir: string): void {
  const installed = join(root, 'node_modules')
  const missing = missingPackages(root)
  if (missing.length > 0) throw new Error(missingPackagesSentence(root, missing))
  if (!relative(root, outDir).startsWith('..')) return
  const beside = resolve(outDir, '../node_modules')
  const isLink = lstatSync(beside, { throwIfNoEntry: false })?.isSymbolicLink()
  if (isLink && readlinkSync(beside) !== installed) unlinkSync(beside)
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
