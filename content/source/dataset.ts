import { homePage } from './home-page.ts'
import type { SourceDocument } from './markup.ts'
import { siteSettings } from './site-settings.ts'

/** The whole sample dataset, in the order of `content/data.ndjson`. */
export const dataset: readonly SourceDocument[] = [siteSettings, homePage]

export function toNdjson(documents: readonly SourceDocument[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('')
}
