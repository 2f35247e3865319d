import { DOCUMENT_TYPES } from '#content/rules/document-types.ts'
import type { PublishedDocument } from '#content/rules/release-record.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { lakeClient } from '#core/server/gateways/content-lake.ts'
import { PUBLISHED_DOCUMENTS } from '#shared/content-lake.ts'

/** Returns a function that reads the published documents with their revisions. It throws when content cannot be read. */
export function publishedDocumentsGateway(env: ContentEnv): () => Promise<PublishedDocument[]> {
  const client = lakeClient(env, { perspective: 'published', timeout: 10_000, maxRetries: 1 })
  return () => client.fetch<PublishedDocument[]>(PUBLISHED_DOCUMENTS, { types: DOCUMENT_TYPES })
}
