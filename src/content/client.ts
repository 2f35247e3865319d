import {
  type ClientConfig,
  createClient,
  type SanityClient,
  type SanityQueries,
} from '@sanity/client'
import { type Answers, ContentUnreachable, currentDrafts, type Drafts } from '#content/drafts.ts'
import { type ContentEnv, contentEnv } from '#server/config/env.ts'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'

/** Somebody waits for a preview; a build has time. */
const DRAFTS_TIME_OUT_MS = 10_000

/** The client for a content lake, hosted or a stand-in; it sees published documents only. */
export function contentClient(
  { projectId, dataset, apiHost, token }: ContentEnv,
  more: Partial<ClientConfig> = {},
): SanityClient {
  return createClient({
    projectId,
    dataset,
    apiVersion: SANITY_API_VERSION,
    perspective: 'published',
    useCdn: false,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    ...(token ? { token } : {}),
    ...more,
  })
}

let client: SanityClient | undefined
let draftsClient: SanityClient | undefined
const answers: Answers = new Map()

/**
 * The answer to a GROQ query; each query is asked once per build, however many pages need it. Within `withDrafts` it
 * is asked anew, once per request, and sees drafts. The query must be one that `npm run content:types` knows.
 */
export function fetchContent<Query extends keyof SanityQueries>(
  query: Query,
): Promise<SanityQueries[Query]>
export function fetchContent(query: string): Promise<unknown> {
  const drafts = currentDrafts()
  if (drafts) return fetchDrafts(query, drafts)
  const known = answers.get(query)
  if (known) return known
  client ??= contentClient(contentEnv(process.env))
  const answer = client.fetch<unknown>(query)
  answers.set(query, answer)
  return answer
}

function fetchDrafts(query: string, drafts: Drafts): Promise<unknown> {
  const known = drafts.answers.get(query)
  if (known) return known
  draftsClient ??= contentClient(contentEnv(process.env), {
    perspective: 'drafts',
    timeout: DRAFTS_TIME_OUT_MS,
    maxRetries: 0,
  })
  const answer = draftsClient.fetch<unknown>(query).catch((cause: unknown) => {
    throw new ContentUnreachable('Drafts cannot be read.', { cause })
  })
  drafts.answers.set(query, answer)
  return answer
}

/**
 * A reader that reads once per build, and once per request of a preview, however many pages ask: reading a thousand
 * documents takes longer than making a page.
 */
export const readOnce =
  <Value>(read: () => Promise<Value>): (() => Promise<Value>) =>
  () => {
    const known = currentDrafts()?.answers ?? answers
    const reading = (known.get(read) as Promise<Value> | undefined) ?? read()
    known.set(read, reading)
    return reading
  }

/** Lets the next question reach the lake again: for tests and the development server. */
export function forgetContent(): void {
  client = undefined
  draftsClient = undefined
  answers.clear()
}
