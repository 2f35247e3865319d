import { contentClient, eachOnce, readDocuments, readFacts } from '#content/read/client.ts'
import { type Reading, withReading } from '#content/read/reading.ts'
import {
  addressesOf,
  type ContentRead,
  type ContentRecord,
  type GoodContent,
  recordOfReads,
} from '#content/rules/content-read.ts'
import type { LeftAddress, StoredRedirect } from '#content/rules/redirects.ts'
import { isShownAt, type PublishedDocument } from '#content/rules/release-record.ts'
import { type SiteLinks, siteLinks } from '#content/rules/site-links.ts'
import { checkApprovals } from '#content/server/publishing/content/approvals.ts'
import { type LostAssets, NO_LOST_ASSETS } from '#content/server/publishing/content/good-assets.ts'
import { assetAddresses, assetName } from '#content/server/publishing/content/lost-assets.ts'
import { SETTING_NAMES, type SettingValues, settingValue } from '#core/rules/setting-values.ts'
import type { ContentEnv } from '#core/server/config/env.ts'

export type ContentSources = {
  readonly content: ContentEnv
  /** The instant whose documents the pages show. */
  readonly at: Date
  /** Reads every document that pages show. */
  readonly readAll: () => Promise<unknown>
  /** The last good versions. */
  readonly kept?: GoodContent
  /** Former addresses without a redirect in the content lake. */
  readonly left?: readonly LeftAddress[]
  /** Those documents whose published version makes builds fail. */
  readonly excludedIn?: (documents: readonly PublishedDocument[]) => ReadonlySet<string>
  /** Which pictures and files the content lake has lost. */
  readonly findLost?: (addresses: readonly string[]) => Promise<LostAssets>
}

/** The content of a build. */
export type SiteContent = ContentRecord & {
  /** What the pages show. */
  readonly reading: Reading
  /** The published documents before the first query, and after the last. */
  readonly before: readonly PublishedDocument[]
  readonly after: readonly PublishedDocument[]
  readonly redirects: readonly StoredRedirect[]
  /** The copies to show instead of lost pictures and files, by the names of these. */
  readonly copies: LostAssets['copies']
}

/** For the small queries: a content lake that does not answer must not hold up a build for minutes. */
const BRIEF = { timeout: 10_000, maxRetries: 1 } as const
/** Pictures and files have no times. */
const ASSET_ID = /^(image|file)-/

/**
 * Reads all content before the pages: each query is sent once. The readers then go over the results twice, because a
 * link must not lead to a document that is left out for its own fault.
 * @throws ContentError when a document that the program needs has no version that can be shown.
 */
export async function prepareContent(sources: ContentSources): Promise<SiteContent> {
  const { content, at, readAll, kept = {}, left = [] } = sources
  const brief = contentClient(content, BRIEF)
  const facts = await readFacts(brief)
  const held = sources.excludedIn?.(facts.documents) ?? new Set()
  const approvals = await checkApprovals(brief, kept)
  const documents = facts.documents.filter((document) => isShownAt(document, at))
  const shown = new Set(documents.map(({ _id }) => _id))
  // One that was published after its times were read is hidden: its webhook causes another build.
  const isHidden = (id: string) => !shown.has(id) && !ASSET_ID.test(id)
  const client = contentClient(content)
  const addresses = new Set(assetAddresses(kept))
  const fetch = eachOnce(async (query) => {
    const found = withoutHidden(await client.fetch<unknown>(query), isHidden)
    for (const address of assetAddresses(found)) addresses.add(address)
    return found
  })
  const values = completed(facts.values, kept['siteSettings']?.['siteSettings'])
  const read = async (lost: LostAssets, links: SiteLinks | undefined) => {
    const reads = new Map<string, ContentRead>()
    const isLost = (url: string, ofFormer: boolean) => {
      const name = assetName(url) ?? ''
      return lost.names.has(name) && !(ofFormer && lost.copies.has(name))
    }
    const build = { kept, held, approvals, isLost, reads }
    const reading: Reading = { fetch, parts: new Map(), links, values, build }
    await withReading(reading, readAll)
    return { reading, ...recordOfReads(reads.values()) }
  }
  const first = await read(NO_LOST_ASSETS, undefined)
  const lost = (await sources.findLost?.([...addresses])) ?? NO_LOST_ASSETS
  const { faults } = lost.names.size === 0 ? first : await read(lost, undefined)
  const links = siteLinks({ ...facts, documents, faults, before: addressesOf(kept), left })
  return {
    ...(await read(lost, links)),
    before: facts.documents,
    after: await readDocuments(brief),
    redirects: facts.redirects.filter(({ _id = '' }) => !held.has(_id)),
    copies: lost.copies,
  }
}

/** An empty setting is a fault of the settings, of which a build shows the last good version (CMS-06). */
const completed = (values: SettingValues, former: unknown): SettingValues =>
  Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      settingValue(values, name) ?? settingValue(former as SettingValues | undefined, name),
    ]),
  )

/** The result of a query without the documents that `isHidden` names by `_id`: gone from lists, null elsewhere. */
function withoutHidden(value: unknown, isHidden: (id: string) => boolean): unknown {
  const hides = (part: unknown) =>
    typeof part === 'object' && part !== null && '_id' in part && isHidden(String(part._id))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.filter((item) => !hides(item)).map((item) => withoutHidden(item, isHidden))
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    hides(field) ? null : withoutHidden(field, isHidden),
  ])
  return Object.fromEntries(fields)
}
