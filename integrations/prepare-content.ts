import { clearContent, clearReaders } from '#content/read/client.ts'
import { addressesOf, type GoodContent } from '#content/rules/content-read.ts'
import { keptAsset } from '#content/server/publishing/content/kept-assets.ts'
import {
  assetName,
  findLostAssets,
  readAssetSizes,
} from '#content/server/publishing/content/lost-assets.ts'
import {
  type IsLost,
  type PreparedReads,
  recordReads,
} from '#content/server/publishing/content/record-reads.ts'
import { readLeftAddresses } from '#content/server/publishing/releases/redirects.ts'
import type { ContentEnv } from '#core/server/config/env.ts'

export type PreparedContent = PreparedReads & {
  /** The copies to show instead of lost pictures and files, by the names of these. */
  readonly copies: ReadonlyMap<string, string>
}

export type ContentSources = {
  readonly content: ContentEnv
  /** The last good versions. */
  readonly kept: GoodContent
  readonly releasesDir: string
  /** The documents whose published version makes builds fail. */
  readonly held: ReadonlySet<string>
  /** Reads every document that the build will read. */
  readonly readAll: () => Promise<unknown>
}

/**
 * Reads all content once before the pages do: only then is it known which documents no link must lead to. Asks the content
 * lake for each picture and file in it. What is lost is a fault of the documents that use it, whose former versions may use
 * others: so this is repeated until nothing new is lost. Links do not matter here, because they are never such a fault.
 * @throws ContentError when a document that the program needs has no version that can be shown.
 */
export async function prepareContent(sources: ContentSources): Promise<PreparedContent> {
  const { content, kept, releasesDir, readAll, held } = sources
  const sizes = await readAssetSizes(content)
  const copyOf = (name: string) => keptAsset(releasesDir, name, content.apiHost)
  const { isLost, copies, findLost } = assetCheck(sizes, copyOf)
  let reads: ReturnType<typeof recordReads>
  do {
    clearReaders()
    reads = recordReads(kept, { isLost, links: undefined, held })
    await readAll().finally(reads.stop)
  } while (await findLost())
  clearContent()
  const links = {
    faults: reads.record().faults,
    before: addressesOf(kept),
    left: readLeftAddresses(releasesDir),
  }
  return { isLost, copies, links, held }
}

/** `findLost` checks what was requested since its last call, and says whether something of it is lost. */
function assetCheck(
  sizes: ReadonlyMap<string, number>,
  copyOf: (name: string) => Promise<string | undefined>,
) {
  const checked = new Set<string>()
  let asked = new Set<string>()
  const lost = new Set<string>()
  const copies = new Map<string, string>()
  const isLost: IsLost = ({ url, ofFormer }) => {
    if (!checked.has(url)) asked.add(url)
    const name = assetName(url) ?? ''
    return lost.has(name) && !(ofFormer && copies.has(name))
  }
  async function findLost(): Promise<boolean> {
    const found = await findLostAssets([...asked], sizes)
    for (const url of asked) checked.add(url)
    asked = new Set()
    for (const name of found) {
      lost.add(name)
      const copy = await copyOf(name)
      if (copy !== undefined) copies.set(name, copy)
    }
    return found.length > 0
  }
  return { isLost, copies, findLost }
}
