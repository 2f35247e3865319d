import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroIntegrationLogger, IntegrationResolvedRoute } from 'astro'
import { ContentError } from '#content/read/content-error.ts'
import { readEverything } from '#content/read/everything.ts'
import { setSiteContent } from '#content/read/reading.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { getTestChoice } from '#content/read/test-choice.ts'
import { isWarning } from '#content/rules/content-fault.ts'
import { publishedFaultSentence } from '#content/rules/content-fault-text.ts'
import type { ContentRecord } from '#content/rules/content-read.ts'
import { explainerPath } from '#content/rules/fixed-documents.ts'
import {
  leftOutDocuments,
  redirectsTo,
  resolveRedirects,
  type StoredRedirect,
} from '#content/rules/redirects.ts'
import {
  type FinishedPages,
  type NotShownReason,
  type ReleasedDocument,
  type ReleaseRecord,
  recordOf,
} from '#content/rules/release-record.ts'
import { writeFaultFile } from '#content/server/publishing/build/fault-file.ts'
import { excludedIn } from '#content/server/publishing/content/excluded-documents.ts'
import { answerWithCopies, lostAssets } from '#content/server/publishing/content/good-assets.ts'
import {
  readGoodContent,
  writeContentRecord,
} from '#content/server/publishing/content/good-content.ts'
import {
  MANIFEST_FILE,
  type Manifest,
  pathOf,
  SETTINGS_FILE,
  TEST_CHOICE_FILE,
} from '#content/server/publishing/releases/manifest.ts'
import { readLeftAddresses, writeRedirects } from '#content/server/publishing/releases/redirects.ts'
import { contentEnv } from '#core/server/config/env.ts'
import { pageCodeHash } from '#shared/node/build-hash.ts'
import { prepareContent } from './prepare-content.ts'

const isFixed = ({ params }: IntegrationResolvedRoute) => params.length === 0

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const decoded = (html: string) =>
  html.replaceAll(/&(?:lt|gt|quot|#34|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)

/** The pages of a build in `folder`, by their paths. */
function finishedPages(folder: string, pages: Manifest['pages']): FinishedPages {
  const found = new Map(pages.map(({ path, fixed }) => [path, fixed]))
  const texts = new Map<string, string>()
  const textOf = (path: string) => {
    const text =
      texts.get(path) ?? decoded(readFileSync(join(folder, 'client', path, 'index.html'), 'utf8'))
    texts.set(path, text)
    return text
  }
  return {
    has: (path) => found.has(path) && (found.get(path) ? 'program' : 'own'),
    shows: (path, text) => found.has(path) && textOf(path).includes(text),
  }
}

/** The ids of the documents that were read, by the places or ids under which they were. */
const idsOf = (good: Readonly<Record<string, unknown>> | undefined): [string, string][] =>
  Object.entries(good ?? {}).map(([key, document]) => [
    key,
    String((document as { _id?: unknown })._id),
  ])

export type BuildRecordOptions = {
  /** The build's SITE_ENV. */
  readonly environment: string
  /** Where the last good content is kept. */
  readonly releasesDir: string
  /** The address of a stand-in lake. */
  readonly apiHost: string | undefined
}

/** The addresses of pre-rendered files, such as `/rss.xml`. */
const filesOf = (routes: readonly IntegrationResolvedRoute[]): string[] =>
  routes
    .filter(({ type, isPrerendered }) => type === 'endpoint' && isPrerendered)
    .filter(isFixed)
    .map(({ pattern }) => pattern)

/** One line of the log for each document that the build shows in its former version, or not at all. */
function warn({ faults }: ContentRecord, logger: AstroIntegrationLogger): void {
  for (const fault of faults) logger.warn(publishedFaultSentence(fault))
}

/** Reads all content before the pages do, and has copies stand in for lost pictures. */
async function readContent({ releasesDir, apiHost }: BuildRecordOptions, at: Date) {
  const content = contentEnv(env)
  try {
    const site = await prepareContent({
      content,
      at,
      readAll: readEverything,
      kept: readGoodContent(releasesDir, apiHost),
      left: readLeftAddresses(releasesDir),
      excludedIn: (documents) => excludedIn(releasesDir, documents),
      findLost: (addresses) => lostAssets(content, releasesDir, addresses),
    })
    await setSiteContent(site.reading)
    return { ...site, at, stopCopies: answerWithCopies(site.copies) }
  } catch (error) {
    const { CONTENT_FAULT_FILE: file } = env
    if (error instanceof ContentError && file !== undefined) writeFaultFile(file, error.fault)
    throw error
  }
}

/** Why the build does not show documents as they were published, by their ids. */
const notShown = ({ faults }: ContentRecord) =>
  new Map(faults.filter((fault) => !isWarning(fault)).map((fault) => [fault.document, fault]))

/** Writes the redirects into the build. Returns why others are left out, by the ids of their documents. */
function buildRedirects(
  stored: readonly StoredRedirect[],
  { documents }: ReleaseRecord,
  pages: Manifest['pages'],
  outDir: string,
) {
  const hasPage = (path: string) => pages.some((page) => page.path === path)
  writeRedirects(outDir, resolveRedirects(redirectsTo(stored, documents), hasPage))
  return leftOutDocuments(stored, documents, hasPage)
}

const whyLeftOut = (leftOut: ReadonlyMap<string, NotShownReason>, { id }: ReleasedDocument) => {
  const because = leftOut.get(id)
  return because && { because }
}

/**
 * Writes into the build its manifest (id, code hash, pages), the site settings, which pages on demand show, and what it
 * has read of the content (CMS-06).
 */
export const buildRecord = (options: BuildRecordOptions): AstroIntegration => {
  const { environment } = options
  let root = ''
  let outDir = ''
  let code = ''
  let content: Awaited<ReturnType<typeof readContent>> | undefined
  let pages: Manifest['pages'] = []
  let files: string[] = []
  const write = (name: string, value: object) =>
    writeFile(join(outDir, name), `${JSON.stringify(value, undefined, 2)}\n`)
  return {
    name: 'build-record',
    hooks: {
      'astro:routes:resolved': ({ routes }) => {
        files = filesOf(routes)
      },
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
        outDir = fileURLToPath(config.outDir)
      },
      'astro:build:start': async () => {
        code = pageCodeHash(root, env)
        content = await readContent(options, new Date())
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        pages = [...routeToHeaders]
          .filter(([, { route }]) => route.type === 'page')
          .map(([pathname, { route }]) => ({ path: pathOf(pathname), fixed: isFixed(route) }))
      },
      'astro:build:done': async ({ logger }) => {
        // Sources changed during the build: mark it, so that it never counts as a build of either version.
        const same = code === pageCodeHash(root, env)
        if (content === undefined) throw new Error('The build has read no content.')
        content.stopCopies()
        const settings = await getSiteSettings()
        await write(SETTINGS_FILE, settings)
        await write(TEST_CHOICE_FILE, await getTestChoice())
        writeContentRecord(outDir, content, options.apiHost)
        warn(content, logger)
        const record = recordOf({
          ...content,
          pages: finishedPages(outDir, pages),
          faulty: notShown(content),
          places: new Map([...idsOf(content.good['page']), ...idsOf(content.good['policy'])]),
          banners: new Set(settings.banners.map(({ id }) => id)),
          explainerPath: explainerPath(settings.productSlug),
        })
        const leftOut = buildRedirects(content.redirects, record, pages, outDir)
        for (const [id, because] of leftOut)
          logger.warn(`The redirect ${id} is left out: ${because}`)
        const manifest: Manifest = {
          id: randomUUID(),
          environment,
          code: same ? code : `${code}-edited`,
          pages,
          files,
          ...record,
          documents: record.documents.map((one) => ({ ...one, ...whyLeftOut(leftOut, one) })),
        }
        await write(MANIFEST_FILE, manifest)
      },
    },
  }
}
