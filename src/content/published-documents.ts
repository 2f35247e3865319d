import { contentClient } from '#content/client.ts'
import { DOCUMENT_TYPES } from '#domain/document-types.ts'
import type { PublishedDocument } from '#domain/release-record.ts'
import { contentEnv } from '#server/config/env.ts'
import { PUBLISHED_DOCUMENTS } from '#shared/content-lake.ts'

/** Every published document as it is now; not cached, because a build compares two readings. */
export const readPublishedDocuments = (
  source: Readonly<Record<string, string | undefined>>,
): Promise<PublishedDocument[]> =>
  contentClient(contentEnv(source)).fetch<PublishedDocument[]>(PUBLISHED_DOCUMENTS, {
    types: DOCUMENT_TYPES,
  })
