import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Manifest,
  readManifest,
  readSettings,
  SEARCH_FILE,
} from '#content/server/publishing/releases/manifest.ts'
import { readRedirects } from '#content/server/publishing/releases/redirects.ts'
import { storedFinder } from '#content/server/site-search.ts'
import type { CodedBody } from '#core/server/http/coding.ts'
import { readPolicies } from '#core/server/http/headers.ts'
import type { ServedBuild } from '#core/server/http/served-build.ts'
import { staticFiles } from '#core/server/http/static.ts'

/** A build of this website that can be served. */
export type Build = ServedBuild & { readonly manifest: Manifest }

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
    find: storedFinder(() => copyOf(join(dir, SEARCH_FILE))?.toString()),
    redirects: new Map(readRedirects(dir).map(({ from, to }) => [from, to])),
    errorPages: {
      404: codedFile(join(dir, 'client/404.html')),
      500: codedFile(join(dir, 'client/500.html')),
      // Astro gives only the other two a file at the top.
      503: codedFile(join(dir, 'client/503/index.html')),
    },
  }
}
