import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Manifest,
  readManifest,
  readSettings,
} from '#content/server/publishing/releases/manifest.ts'
import { readRedirects } from '#content/server/publishing/releases/redirects.ts'
import type { CodedBody } from '#core/server/http/coding.ts'
import { readPolicies } from '#core/server/http/headers.ts'
import { type StaticFiles, staticFiles } from '#core/server/http/static.ts'

/**
 * A finished build, ready to be served: its files, as listed when it was opened, and everything that belongs to them.
 * A response takes its body and its headers from the same build.
 */
export type Build = {
  readonly dir: string
  readonly manifest: Manifest
  readonly settings: Readonly<Record<string, unknown>>
  readonly files: StaticFiles
  readonly policies: ReadonlyMap<string, string>
  /** The targets of redirects, by path. */
  readonly redirects: ReadonlyMap<string, string>
  readonly errorPages: Readonly<Record<404 | 500 | 503, CodedBody>>
}

const copyOf = (file: string) => (existsSync(file) ? readFileSync(file) : undefined)

/** A file with its precompressed copies. */
function codedFile(file: string): CodedBody {
  const [br, gzip] = [copyOf(`${file}.br`), copyOf(`${file}.gz`)]
  return { plain: readFileSync(file), ...(br && { br }), ...(gzip && { gzip }) }
}

/** Opens the build in `folder`; throws when a file of it is missing or malformed. */
export function openBuild(folder: string): Build {
  const dir = resolve(folder)
  const policies = readPolicies(dir)
  return {
    dir,
    manifest: readManifest(dir),
    settings: readSettings(dir),
    files: staticFiles(dir, policies),
    policies,
    redirects: new Map(readRedirects(dir).map(({ from, to }) => [from, to])),
    errorPages: {
      404: codedFile(join(dir, 'client/404.html')),
      500: codedFile(join(dir, 'client/500.html')),
      // Astro gives only the other two a file at the top.
      503: codedFile(join(dir, 'client/503/index.html')),
    },
  }
}
