import { documentPath } from '#content/rules/document-types.ts'
import type { PublishedDocument, ReleaseRecord } from '#content/rules/release-record.ts'
import type { ExclusionStore } from '#content/server/publishing/content/excluded-documents.ts'
import type { Published } from '#content/server/publishing/publish/publication.ts'
import { contentDigest } from '#content/server/publishing/releases/content-digest.ts'
import type { PublishingFailure } from '#core/rules/publishing-status.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

/** How many builds one search may take. The next try, a minute later, searches on. */
const MOST_BUILDS = 24

/** No change of the content makes a slow machine faster, frees a disk, or installs a package: such a failure blames no document. */
const NOT_OF_CONTENT: ReadonlySet<PublishingFailure> = new Set([
  'too-slow',
  'program',
  'disk',
  'content-lake',
  'killed',
])

/** Whether a document may be the cause of a failed publication. */
export const mayBeContent = ({ result, kind }: Published): boolean =>
  result !== 'stopped' && !(kind !== undefined && NOT_OF_CONTENT.has(kind))

/** How many of them try only without the pages that the log names: a log names a few at a time. */
const NAMED_BUILDS = 3

/** How a publication ended, and the pages that its build could not make. */
export type Tried = { readonly published: Published; readonly pages: readonly string[] }

export type ExclusionOptions = {
  readonly store: ExclusionStore
  readonly readPublished: () => Promise<readonly PublishedDocument[]>
  /** What the live release was built from: with these revisions a build has succeeded. */
  readonly live: ReleaseRecord
  /** Builds and publishes without what the store excludes. */
  readonly publish: () => Promise<Tried>
  /** False once the process ends, or an operator has chosen another release. */
  readonly mayGoOn: () => boolean
  readonly logger: Logger
}

type Documents = readonly PublishedDocument[]
type Search = ExclusionOptions & {
  readonly digest: string
  builds: number
  best: Published | undefined
  /** A build failed for a cause other than the content: its failure says nothing of a document. */
  isDisturbed: boolean
}

const without = (all: Documents, some: Documents) => all.filter((one) => !some.includes(one))

/** Whether a publication succeeds without these documents. Each success goes live immediately. */
async function succeedsWithout(
  search: Search,
  excluded: Documents,
): Promise<Tried & { ok: boolean }> {
  search.store.exclude(excluded)
  search.builds += 1
  const tried = await search.publish()
  const ok = tried.published.result === 'done'
  if (ok) search.best = tried.published
  search.isDisturbed ||= !mayBeContent(tried.published)
  return { ...tried, ok }
}

/** Another publication stops the search as well: the next build sees other content. */
async function isValid({ isDisturbed, mayGoOn, readPublished, digest }: Search): Promise<boolean> {
  return !isDisturbed && mayGoOn() && contentDigest(await readPublished()) === digest
}

const goesOn = async (search: Search) => search.builds < MOST_BUILDS && (await isValid(search))

/** First those whose pages the log names, as long as it names others, but a few times only; then all. Undefined when a build fails without all of them. */
async function sufficient(
  search: Search,
  suspects: Documents,
  pages: readonly string[],
): Promise<Documents | undefined> {
  let named: Documents = []
  let failed = pages
  while (search.builds < NAMED_BUILDS && (await goesOn(search))) {
    const more = without(suspects, named).filter((one) =>
      failed.includes(documentPath(one._type, one) ?? ''),
    )
    if (more.length === 0) break
    named = [...named, ...more]
    const tried = await succeedsWithout(search, named)
    if (tried.ok) return named
    failed = tried.pages
  }
  if (named.length === suspects.length || !(await goesOn(search))) return
  return (await succeedsWithout(search, suspects)).ok ? suspects : undefined
}

/** Publishes again what is innocent of `group`, by halves. `excluded`: everything that is excluded; `guilty`: a build with the group fails. */
async function culpritsIn(
  search: Search,
  group: Documents,
  excluded: Documents,
  guilty: boolean,
): Promise<{ culprits: Documents; excluded: Documents }> {
  const rest = without(excluded, group)
  // A failure may pass: one document is at fault only when a second build with it fails as well.
  const tries = (guilty ? 0 : 1) + (group.length === 1 ? 1 : 0)
  for (let count = 0; count < tries; count += 1) {
    if (!(await goesOn(search))) return { culprits: [], excluded }
    if ((await succeedsWithout(search, rest)).ok) return { culprits: [], excluded: rest }
  }
  if (!(await isValid(search))) return { culprits: [], excluded }
  if (group.length === 1) return { culprits: group, excluded }
  const half = Math.ceil(group.length / 2)
  const left = await culpritsIn(search, group.slice(0, half), excluded, false)
  // Without a culprit in the other half there is one in this.
  const isRight = left.culprits.length === 0
  const right = await culpritsIn(search, group.slice(half), left.excluded, isRight)
  return { culprits: [...left.culprits, ...right.culprits], excluded: right.excluded }
}

/**
 * After a build that failed for no fault that the readers found: finds the changed documents without which it succeeds, whatever
 * the failure, and publishes the rest (CMS-06). They are shown in their last good version until they change. Undefined when the
 * content is not the cause: then no set of changed documents makes the build succeed.
 */
export async function publishWithoutCulprits(
  options: ExclusionOptions,
  pages: readonly string[],
): Promise<Published | undefined> {
  const { store, live, readPublished, logger } = options
  try {
    const published = await readPublished()
    // One that was not shown has not been built: its time has come since, or its address is free. One that has ended stays away.
    const shown = live.documents.filter(
      ({ because }) => because === undefined || because === 'ended',
    )
    const built = new Map(shown.map(({ id, rev }) => [id, rev]))
    const known = new Map(store.confirmed().map(({ _id, _rev }) => [_id, _rev]))
    // The newest first: what an editor publishes beside many hostile documents is live early.
    const suspects = published
      .filter(({ _id, _rev }) => built.get(_id) !== _rev && known.get(_id) !== _rev)
      .toSorted((a, b) => (b._updatedAt ?? '').localeCompare(a._updatedAt ?? ''))
    if (suspects.length === 0) return
    logger.warn({ documents: suspects.length }, 'building without the documents that changed')
    const search: Search = {
      ...options,
      digest: contentDigest(published),
      builds: 0,
      best: undefined,
      isDisturbed: false,
    }
    const excluded = await sufficient(search, suspects, pages)
    const found = excluded && (await culpritsIn(search, excluded, excluded, true))
    store.confirm(found?.culprits ?? [])
    const documents = found?.culprits.map(({ _id }) => _id)
    if (documents) {
      const { builds } = search
      logger.warn({ documents, builds }, 'documents are held back until they change')
    } else
      logger.error('a build without the changed documents fails as well: they are not the cause')
    const isOpen =
      (search.builds >= MOST_BUILDS || search.isDisturbed) &&
      found !== undefined &&
      found.excluded.length > found.culprits.length
    return search.best && { ...search.best, ...(isOpen && { result: 'retry' }) }
  } catch (error) {
    logger.error({ error: causeOf(error) }, 'the documents at fault could not be found')
    return
  }
}
