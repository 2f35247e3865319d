import { channel } from 'node:diagnostics_channel'
import {
  type ClientConfig,
  createClient,
  type SanityClient,
  type SanityQueries,
} from '@sanity/client'
import { setLinks } from '#content/read/current-links.ts'
import { setValues } from '#content/read/current-values.ts'
import {
  type Answers,
  ContentUnreachable,
  currentDrafts,
  type Drafts,
} from '#content/read/drafts.ts'
import { withoutHidden } from '#content/read/hidden.ts'
import {
  CONTENT_WANTED_CHANNEL,
  type ContentWanted,
  LINKS_WANTED_CHANNEL,
  type LinksWanted,
  type PreparedLinks,
} from '#content/rules/content-read.ts'
import { DOCUMENT_TYPES } from '#content/rules/document-types.ts'
import { explainerPath } from '#content/rules/fixed-documents.ts'
import type { StoredRedirect } from '#content/rules/redirects.ts'
import { isShownAt, type PublishedDocument } from '#content/rules/release-record.ts'
import { type SiteLinks, siteLinks } from '#content/rules/site-links.ts'
import { withCleanAnswers } from '#core/rules/editor-text.ts'
import {
  SETTING_FIELDS,
  SETTING_NAMES,
  type SettingValues,
  settingValue,
} from '#core/rules/setting-values.ts'
import { asSlug } from '#core/rules/slug.ts'
import { type ContentEnv, contentEnv } from '#core/server/config/env.ts'
import {
  LINK_FACTS,
  PUBLISHED_DOCUMENTS,
  SANITY_API_VERSION,
  SETTINGS_DOCUMENT,
} from '#shared/content-lake.ts'

/** Shorter than the client's default: an editor waits for the preview. */
const DRAFTS_TIMEOUT_MS = 10_000

/** A client for the content lake, hosted or stand-in, with clean texts. By default it reads published documents only. */
export function contentClient(
  { projectId, dataset, apiHost, token }: ContentEnv,
  more: Partial<ClientConfig> = {},
): SanityClient {
  return withCleanAnswers(
    createClient({
      projectId,
      dataset,
      apiVersion: SANITY_API_VERSION,
      perspective: 'published',
      useCdn: false,
      ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
      ...(token ? { token } : {}),
      ...more,
    }),
  )
}

let client: SanityClient | undefined
let draftsClient: SanityClient | undefined
const answers: Answers = new Map()

/**
 * The result of a GROQ query. Each query is sent once per build and cached. Within `withDrafts` the cache belongs to
 * the request and the result includes drafts. The query must be one that `npm run content:types` has typed.
 */
export function fetchContent<Query extends keyof SanityQueries>(
  query: Query,
): Promise<SanityQueries[Query]>
export function fetchContent(query: string): Promise<unknown> {
  const drafts = currentDrafts()
  if (drafts) return fetchDrafts(query, drafts)
  const known = answers.get(query)
  if (known) return known
  client ??= contentClient(contentEnv(process.env))
  const answer = Promise.all([client.fetch<unknown>(query), shownDocuments()]).then(
    ([found, shown]) => {
      setLinks(shown.links)
      setValues(shown.values)
      const hidden = idsIn(found).filter((id) => !shown.ids.has(id) && !ASSET_ID.test(id))
      return withoutHidden(found, new Set(hidden))
    },
  )
  answers.set(query, answer)
  return answer
}

/** The variable that a build sets: the instant whose documents its pages show. */
export const CONTENT_AT = 'CONTENT_AT'

/** The instant whose documents are shown: that of the build, and now outside a build. */
export function contentInstant(): Date {
  const given = process.env[CONTENT_AT]
  return given === undefined ? new Date() : new Date(given)
}

/** Pictures and files have no times of their own. */
const ASSET_ID = /^(image|file)-/

/** The ids of all documents in the result of a query. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(idsIn)
  return '_id' in value ? [String(value._id), ...inside] : inside
}

/** The documents that visitors see, where links lead with them, and what references to the settings show. */
type ShownDocuments = { ids: ReadonlySet<string>; links: SiteLinks; values: SettingValues }

/**
 * The documents that their times do not hide (CMS-08), read once per build. A document that is published later is not
 * among them: its times are not known, and its webhook causes another build. A preview shows every document.
 */
function shownDocuments(): Promise<ShownDocuments> {
  const known = answers.get(shownDocuments) as Promise<ShownDocuments> | undefined
  if (known) return known
  client ??= contentClient(contentEnv(process.env))
  const now = contentInstant()
  const shown = readShown(client, (document) => isShownAt(document, now))
  answers.set(shownDocuments, shown)
  return shown
}

/** What all texts need beside their own documents. */
const FACTS = `{"links": ${LINK_FACTS}, "values": ${SETTINGS_DOCUMENT}{${SETTING_FIELDS}}}`
type Facts = {
  links?: { redirects?: StoredRedirect[] | null; product?: unknown } | null
  values?: SettingValues | null
} | null

async function readShown(
  from: SanityClient,
  isShown: (document: PublishedDocument) => boolean,
): Promise<ShownDocuments> {
  const [all, found] = await Promise.all([
    from.fetch<PublishedDocument[]>(PUBLISHED_DOCUMENTS, { types: DOCUMENT_TYPES }),
    from.fetch<Facts>(FACTS),
  ])
  const documents = all.filter(isShown)
  const product = found?.links?.product
  const links = siteLinks({
    documents,
    ...preparedLinks(),
    redirects: found?.links?.redirects ?? [],
    explainerPath: typeof product === 'string' ? explainerPath(asSlug(product)) : undefined,
  })
  const values = completed(found?.values ?? {})
  return { ids: new Set(documents.map(({ _id }) => _id)), links, values }
}

const contentWanted = channel(CONTENT_WANTED_CHANNEL)

/** An empty setting is a fault of the settings, of which a build shows the last good version (CMS-06). */
function completed(values: SettingValues): SettingValues {
  const isComplete = SETTING_NAMES.every((name) => settingValue(values, name) !== undefined)
  if (isComplete || currentDrafts() !== undefined) return values
  const asked: ContentWanted = { type: 'siteSettings', key: 'siteSettings', good: undefined }
  contentWanted.publish(asked)
  const former = (asked.good ?? {}) as SettingValues
  const entries = SETTING_NAMES.map((name) => [
    name,
    settingValue(values, name) ?? settingValue(former, name),
  ])
  return Object.fromEntries(entries) as SettingValues
}

const linksWanted = channel(LINKS_WANTED_CHANNEL)

/** What a build knows before its first page. A preview shows drafts, which no build has read. */
function preparedLinks(): PreparedLinks | undefined {
  const asked: LinksWanted = { known: undefined }
  if (currentDrafts() === undefined) linksWanted.publish(asked)
  return asked.known
}

function fetchDrafts(query: string, drafts: Drafts): Promise<unknown> {
  const known = drafts.answers.get(query)
  if (known) return known
  draftsClient ??= contentClient(contentEnv(process.env), {
    perspective: 'drafts',
    timeout: DRAFTS_TIMEOUT_MS,
    maxRetries: 0,
  })
  const reading = draftsClient
  const answer = Promise.all([reading.fetch<unknown>(query), draftLinks(reading, drafts)])
    .then(([found, { links, values }]) => {
      setLinks(links)
      setValues(values)
      return found
    })
    .catch((cause: unknown) => {
      throw new ContentUnreachable('Drafts cannot be read.', { cause })
    })
  drafts.answers.set(query, answer)
  return answer
}

/** Read once per preview. */
function draftLinks(from: SanityClient, drafts: Drafts): Promise<ShownDocuments> {
  const known = drafts.answers.get(FACTS) as Promise<ShownDocuments> | undefined
  const reading = known ?? readShown(from, () => true)
  drafts.answers.set(FACTS, reading)
  return reading
}

/**
 * Caches the result of a reader per build, and per request in a preview: reading a thousand documents takes longer
 * than rendering a page.
 */
export const readOnce =
  <Value>(read: () => Promise<Value>): (() => Promise<Value>) =>
  () => {
    const known = currentDrafts()?.answers ?? answers
    const reading = (known.get(read) as Promise<Value> | undefined) ?? read()
    known.set(read, reading)
    return reading
  }

/** Has readers read again what queries have returned: before the pages, a build reads until it knows all faults. */
export function clearReaders(): void {
  for (const key of answers.keys()) if (typeof key === 'function') answers.delete(key)
}

/** Empties the cache, for tests and the development server. */
export function clearContent(): void {
  setLinks(undefined)
  setValues(undefined)
  client = undefined
  draftsClient = undefined
  answers.clear()
}
