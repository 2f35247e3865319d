import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Written by the build's integration, read by the server. */
export const MANIFEST_FILE = 'build.json'
/** The site settings at the time of the build, for pages rendered on demand. */
export const SETTINGS_FILE = 'site-settings.json'

const path = z.string().check(z.startsWith('/'))

const manifest = z.object({
  /** Unique for each build. */
  id: z.string().check(z.minLength(1)),
  /** Hash of the sources and of the environment, without the content. */
  code: z.string().check(z.minLength(1)),
  /** Every page. A fixed one has a source file, the others come from documents. */
  pages: z.array(z.object({ path, fixed: z.boolean() })),
  /** Other files that have a source file: feeds, robots.txt, the sitemap's parts. */
  files: z.array(path),
})

/** A build's description of itself. */
export type Manifest = z.output<typeof manifest>

/** A path without its trailing slash. */
export const pathOf = (pathname: string) => pathname.replace(/(.)\/$/, '$1')

const settings = z.record(z.string(), z.unknown())

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Reads a build's manifest; throws when it is missing or malformed. */
export const readManifest = (dir: string): Manifest =>
  manifest.parse(readJson(join(dir, MANIFEST_FILE)))

/** Reads a build's site settings; throws when they are missing. */
export const readSettings = (dir: string): Readonly<Record<string, unknown>> =>
  settings.parse(readJson(join(dir, SETTINGS_FILE)))
