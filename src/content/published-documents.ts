import { contentClient } from '#content/client.ts'
import { DOCUMENT_TYPES } from '#domain/document-types.ts'
import type { StoredRedirect } from '#domain/redirects.ts'
import type { PublishedDocument } from '#domain/release-record.ts'
import { contentEnv } from '#server/config/env.ts'
import { PUBLISHED_DOCUMENTS, STORED_REDIRECTS } from '#shared/content-lake.ts'

/** Every published document as it is now; not cached, because a build compares two readings. */
export const readPublishedDocuments = (
  source: Readonly<Record<string, string | undefined>>,
): Promise<PublishedDocument[]> =>
  contentClient(contentEnv(source)).fetch<PublishedDocument[]>(PUBLISHED_DOCUMENTS, {
    types: DOCUMENT_TYPES,
  })

/** Every published redirect. */
export const readStoredRedirects = (
  source: Readonly<Record<string, string | undefined>>,
): Promise<StoredRedirect[]> =>
  contentClient(contentEnv(source)).fetch<StoredRedirect[]>(STORED_REDIRECTS)
