import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublishedFault } from '#content/rules/content-fault.ts'
import {
  type ContentRecord,
  type GoodContent,
  parsePublishedFaults,
} from '#content/rules/content-read.ts'
import { writeDurably } from '#content/server/publishing/releases/durable-file.ts'
import { cleanContent } from '#core/rules/editor-text.ts'
import { isRecord } from '#core/rules/record.ts'

/** File in a build and in the folder of releases: the last good version of each document. */
export const GOOD_CONTENT_FILE = 'good-content.json'
/** File in a build: the faults of documents whose published version it does not show. */
export const CONTENT_FAULTS_FILE = 'content-faults.json'

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Missing, or truncated by a crash.
    return
  }
}

/** The good content in a folder; empty when the file is missing or unreadable. */
function goodContentIn(folder: string): GoodContent {
  // An earlier version of the program kept texts as they were.
  const found = cleanContent(readJson(join(folder, GOOD_CONTENT_FILE)))
  const types = isRecord(found) ? Object.entries(found) : []
  return Object.fromEntries(
    types.filter((type): type is [string, GoodContent[string] & object] => isRecord(type[1])),
  )
}

/** The last good content from the folder of releases. `apiHost`: the API host of a stand-in lake. */
export const readGoodContent = (releasesDir: string, apiHost: string | undefined): GoodContent =>
  withLakeAddress(goodContentIn(releasesDir), apiHost)

/** Writes what a build has read into its folder. */
export function writeContentRecord(
  buildDir: string,
  { good, faults }: ContentRecord,
  apiHost: string | undefined,
): void {
  const text = JSON.stringify(withoutLakeAddress(good, apiHost))
  writeFileSync(join(buildDir, GOOD_CONTENT_FILE), text)
  writeFileSync(join(buildDir, CONTENT_FAULTS_FILE), JSON.stringify(faults))
}

/** The faults of documents that a build shows in an earlier version, or not at all. */
export const contentFaultsOf = (buildDir: string): PublishedFault[] =>
  parsePublishedFaults(readJson(join(buildDir, CONTENT_FAULTS_FILE)))

/**
 * Stores the content of the live build as the last good content (CMS-06). A document that this build left out keeps its
 * older stored version, because the build may have been made on a machine that did not have it. Returns whether the file changed.
 * @throws when the file cannot be written.
 */
export function keepGoodContent(releasesDir: string, buildDir: string): boolean {
  const text = readText(join(buildDir, GOOD_CONTENT_FILE))
  if (text === undefined) return false
  const file = join(releasesDir, GOOD_CONTENT_FILE)
  const leftOut = contentFaultsOf(buildDir).filter(({ shown }) => shown === 'nothing')
  const kept = leftOut.length === 0 ? text : withOlder(buildDir, releasesDir, leftOut)
  if (readText(file) === kept) return false
  writeDurably(file, kept)
  return true
}

function withOlder(buildDir: string, releasesDir: string, leftOut: PublishedFault[]): string {
  const good: Record<string, Record<string, unknown>> = { ...goodContentIn(buildDir) } as never
  const older = goodContentIn(releasesDir)
  for (const { type, document } of leftOut) {
    const former = older[type]?.[document]
    if (former !== undefined) good[type] = { [document]: former, ...good[type] }
  }
  return JSON.stringify(good)
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return
  }
}

/** The fields of pictures and files that contain a URL of the content lake. */
const ADDRESSES = ['src', 'url']
const ASSET = /^\/(?:images|files)\//

/** A stand-in's port can change, so the URLs of pictures and files are stored without the host. */
const withoutLakeAddress = (good: GoodContent, apiHost: string | undefined): GoodContent =>
  eachAddress(good, apiHost, (address, host) =>
    address.startsWith(`${host}/`) ? address.slice(host.length) : address,
  )

const withLakeAddress = (good: GoodContent, apiHost: string | undefined): GoodContent =>
  eachAddress(good, apiHost, (address, host) => (ASSET.test(address) ? host + address : address))

function eachAddress(
  good: GoodContent,
  apiHost: string | undefined,
  change: (address: string, host: string) => string,
): GoodContent {
  if (apiHost === undefined) return good
  const text = JSON.stringify(good, (name, value: unknown) =>
    ADDRESSES.includes(name) && typeof value === 'string' ? change(value, apiHost) : value,
  )
  return JSON.parse(text) as GoodContent
}
