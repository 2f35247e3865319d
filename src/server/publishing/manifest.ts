import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Where the build's integration writes what it made, and where the server reads it. */
export const MANIFEST_FILE = 'build.json'
/** The site settings as they were when the build was made; pages rendered on demand show them. */
export const SETTINGS_FILE = 'site-settings.json'

const path = z.string().check(z.startsWith('/'))

const manifest = z.object({
  /** Names this one build. */
  id: z.string().check(z.minLength(1)),
  /** Names the sources and the environment it was made of; content is no part of it. */
  code: z.string().check(z.minLength(1)),
  /** Every page, by its path; a fixed one stands in the code, the others come from documents. */
  pages: z.array(z.object({ path, fixed: z.boolean() })),
  /** What else stands in the code and was written as a file: feeds, robots.txt, the sitemap's parts. */
  files: z.array(path),
})

/** What a build says of itself. */
export type Manifest = z.output<typeof manifest>

/** The page of a path without the slash at its end. */
export const pathOf = (pathname: string) => pathname.replace(/(.)\/$/, '$1')

const settings = z.record(z.string(), z.unknown())

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Reads what a finished build says of itself; throws when it says nothing, or nonsense. */
export const readManifest = (dir: string): Manifest =>
  manifest.parse(readJson(join(dir, MANIFEST_FILE)))

/** Reads a build's site settings; throws when there are none. */
export const readSettings = (dir: string): Readonly<Record<string, unknown>> =>
  settings.parse(readJson(join(dir, SETTINGS_FILE)))
