import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { DOCUMENT_TYPES } from '#content/rules/document-types.ts'
import { explainerPath } from '#content/rules/fixed-documents.ts'
import type { StoredRedirect } from '#content/rules/redirects.ts'
import type { PublishedDocument } from '#content/rules/release-record.ts'
import { withCleanAnswers } from '#core/rules/editor-text.ts'
import { SETTING_FIELDS, type SettingValues } from '#core/rules/setting-values.ts'
import { asSlug } from '#core/rules/slug.ts'
import { type ContentEnv, contentEnv } from '#core/server/config/env.ts'
import {
  LINK_FACTS,
  PUBLISHED_DOCUMENTS,
  SANITY_API_VERSION,
  SETTINGS_DOCUMENT,
} from '#shared/content-lake.ts'

/** A client for the content lake, hosted or stand-in, with clean texts. By default it reads published documents only. */
export function contentClient(
  { projectId, dataset, apiHost, token }: ContentEnv,
  more: Partial<ClientConfig> = {},
): SanityClient {
  return withCleanAnswers(
    createClient({
      projectId,
      dataset,
      apiVersion: SANITY_API_VERSION,
      perspective: 'published',
      useCdn: false,
      ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
      ...(token ? { token } : {}),
      ...more,
    }),
  )
}

/** Reads the drafts of all editors. The times are shorter than the client's default: an editor waits for the preview. */
export const draftsClient = (): SanityClient =>
  contentClient(contentEnv(process.env), {
    perspective: 'drafts',
    timeout: 10_000,
    maxRetries: 0,
  })

/** What all texts need beside their own documents. */
export type ContentFacts = {
  /** Id, revision, address and times of every document. */
  readonly documents: PublishedDocument[]
  readonly redirects: readonly StoredRedirect[]
  /** The address of the page about the screening, when the product's name is known. */
  readonly explainerPath: string | undefined
  readonly values: SettingValues
}

const FACTS = `{"links": ${LINK_FACTS}, "values": ${SETTINGS_DOCUMENT}{${SETTING_FIELDS}}}`
type Facts = {
  links?: { redirects?: StoredRedirect[] | null; product?: unknown } | null
  values?: SettingValues | null
} | null

export const readDocuments = (from: SanityClient): Promise<PublishedDocument[]> =>
  from.fetch<PublishedDocument[]>(PUBLISHED_DOCUMENTS, { types: DOCUMENT_TYPES })

export async function readFacts(from: SanityClient): Promise<ContentFacts> {
  const [documents, facts] = await Promise.all([readDocuments(from), from.fetch<Facts>(FACTS)])
  const product = facts?.links?.product
  return {
    documents,
    redirects: facts?.links?.redirects ?? [],
    explainerPath: typeof product === 'string' ? explainerPath(asSlug(product)) : undefined,
    values: facts?.values ?? {},
  }
}

/** A function that returns the same result for the same query. */
export function eachOnce(
  ask: (query: string) => Promise<unknown>,
): (query: string) => Promise<unknown> {
  const answers = new Map<string, Promise<unknown>>()
  return (query) => {
    const answer = answers.get(query) ?? ask(query)
    answers.set(query, answer)
    return answer
  }
}
