import { AsyncLocalStorage } from 'node:async_hooks'
import type { SanityQueries } from '@sanity/client'
import type { ContentFault } from '#content/rules/content-fault.ts'
import type { ContentRead, GoodContent } from '#content/rules/content-read.ts'
import type { CheckedApprovals } from '#content/rules/health-text.ts'
import type { SiteLinks } from '#content/rules/site-links.ts'
import { type SettingName, type SettingValues, settingValue } from '#core/rules/setting-values.ts'

/** One reading of the content: everything for all pages of a build, or what one preview shows of the drafts. */
export type Reading = {
  /** The result of a query, which is sent once. */
  readonly fetch: (query: string) => Promise<unknown>
  /** What the readers make of the results, by name. */
  readonly parts: Map<string, Promise<unknown>>
  /** Where links lead; undefined as long as that is not known. */
  links: SiteLinks | undefined
  /** What texts show for references to the site settings. */
  values: SettingValues | undefined
  /** Only in a build: a preview shows each fault instead of an older version. */
  readonly build?: BuildReading
}

/** What a build shows instead of documents at fault, and what it has read. */
export type BuildReading = {
  /** The last good versions. */
  readonly kept: GoodContent
  /** The documents whose published version makes builds fail. */
  readonly held: ReadonlySet<string>
  /** Which health texts are approved; undefined: approvals are not asked. */
  readonly approvals?: CheckedApprovals
  /** Whether a picture or file cannot be shown. For a last good version a kept copy is enough. */
  readonly isLost: (url: string, ofFormer: boolean) => boolean
  readonly reads: Map<string, ContentRead>
}

const current = new AsyncLocalStorage<Reading>()

/** The readers that `run` calls read in this reading. */
export const withReading = <Value>(reading: Reading, run: () => Value): Value =>
  current.run(reading, run)

/** Undefined in the pages of a build. */
export const currentReading = (): Reading | undefined => current.getStore()

/** The result of a GROQ query, which must be one that `npm run content:types` has typed. */
export function fetchContent<Query extends keyof SanityQueries>(
  query: Query,
): Promise<SanityQueries[Query]>
export function fetchContent(query: string): Promise<unknown> {
  const reading = currentReading()
  if (reading === undefined) throw new Error('Content is read before the pages, or in a preview.')
  return reading.fetch(query)
}

/** The bundles of the pages share no module with the program that reads the content for them, but its process. */
const SITE_CONTENT = Symbol.for('halyard.site-content')

/** What the pages show from now on: the parts of a finished reading. */
export async function setSiteContent({ parts }: Reading): Promise<void> {
  const values = [...parts].map(async ([name, value]) => [name, await value] as const)
  Reflect.set(globalThis, SITE_CONTENT, new Map(await Promise.all(values)))
}

/** A part of the content: read once in each reading, and afterwards what the pages of the build show. */
export function part<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const reading = currentReading()
  const parts: ReadonlyMap<string, unknown> | undefined =
    reading?.parts ?? Reflect.get(globalThis, SITE_CONTENT)
  if (parts?.has(name)) return parts.get(name) as Promise<Value>
  if (reading === undefined) throw new Error(`The build has not read ${name}.`)
  const value = read()
  reading.parts.set(name, value)
  return value
}

/** The value of a setting for texts; undefined while it is empty. */
export const currentValue = (name: SettingName): string | undefined =>
  settingValue(currentReading()?.values, name)

/** The version of a document that is being read. Readers do not wait, so there is one at a time. */
let version: { readonly isFormer: boolean; readonly warnings: ContentFault[] } | undefined

/** What `read` makes of one version of a document, and what editors must look at in it. */
export function readVersion<Value>(isFormer: boolean, read: () => Value) {
  const warnings: ContentFault[] = []
  version = { isFormer, warnings }
  try {
    return { value: read(), warnings }
  } finally {
    version = undefined
  }
}

/** Notes a fault that does not keep the document from being shown. */
export const warn = ({ fault }: { readonly fault: ContentFault }): void =>
  void version?.warnings.push(fault)

/** Whether the content lake has lost the bytes at an address. A preview shows the picture as missing. */
export const isLost = (url: string): boolean =>
  currentReading()?.build?.isLost(url, version?.isFormer === true) ?? false
