import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { parsePublishedFault } from '#content/rules/content-fault.ts'
import { NOT_SHOWN_REASONS } from '#content/rules/release-record.ts'

/** Written by the build's integration, read by the server. */
export const MANIFEST_FILE = 'build.json'
/** The site settings at the time of the build, for pages rendered on demand. */
export const SETTINGS_FILE = 'site-settings.json'
/** The page “Is a PSA test right for me?” of the build, so that a consent keeps the version that was read (CONS-06). */
export const TEST_CHOICE_FILE = 'test-choice.json'
/** The index of the search (SITE-17), for the server only. */
export const SEARCH_FILE = 'search-index.json'

const path = z.string().check(z.startsWith('/'))

const released = z.object({
  id: z.string(),
  rev: z.optional(z.string()),
  path: z.optional(path),
  because: z.optional(z.enum(NOT_SHOWN_REASONS)),
  fault: z.optional(z.pipe(z.unknown(), z.transform(parsePublishedFault))),
  at: z.optional(z.string()),
})

const manifest = z.object({
  /** Unique for each build. */
  id: z.string().check(z.minLength(1)),
  /** SITE_ENV of the build: its pages show it, and robots.txt depends on it. */
  environment: z.string(),
  /** Hash of the sources and of the environment, without the content. */
  code: z.string().check(z.minLength(1)),
  /** Every page. A fixed one has a source file, the others come from documents. */
  pages: z.array(z.object({ path, fixed: z.boolean() })),
  /** Other files that have a source file: feeds, robots.txt, the sitemap's parts. */
  files: z.array(path),
  /** The published documents that the pages were built from (CMS-09). */
  documents: z.array(released),
  /** When the next document is due to appear or disappear (CMS-08). */
  nextChangeAt: z.optional(z.iso.datetime()),
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

/** Why the build in `dir` must not run as `environment` (OPS-01): its pages were made for another; undefined when they were not. */
export function environmentFault(dir: string, environment: string): string | undefined {
  const made = readManifest(dir).environment
  return made === environment
    ? undefined
    : `The build in ${dir} was made for SITE_ENV=${made}, but this process runs as ${environment}. Run "npm run build" with SITE_ENV=${environment}.`
}

/** Reads a build's site settings; throws when they are missing. */
export const readSettings = (dir: string): Readonly<Record<string, unknown>> =>
  settings.parse(readJson(join(dir, SETTINGS_FILE)))
