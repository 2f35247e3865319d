import { createClient } from '@sanity/client'
import { DOCUMENT_TYPES } from '#domain/document-types.ts'
import type { PublishedDocument } from '#domain/release-record.ts'
import type { ContentEnv } from '#server/config/env.ts'
import { PUBLISHED_DOCUMENTS, SANITY_API_VERSION } from '#shared/content-lake.ts'

const TIME_OUT_MS = 10_000

/** Returns a function that reads the published documents with their revisions. It throws when content cannot be read. */
export function publishedDocumentsGateway(env: ContentEnv): () => Promise<PublishedDocument[]> {
  const client = createClient({
    projectId: env.projectId,
    dataset: env.dataset,
    apiVersion: SANITY_API_VERSION,
    perspective: 'published',
    useCdn: false,
    timeout: TIME_OUT_MS,
    maxRetries: 1,
    ...(env.apiHost === undefined ? {} : { apiHost: env.apiHost, useProjectHostname: false }),
    ...(env.token === undefined ? {} : { token: env.token }),
  })
  return () => client.fetch<PublishedDocument[]>(PUBLISHED_DOCUMENTS, { types: DOCUMENT_TYPES })
}
