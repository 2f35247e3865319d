import { createClient, type SanityClient } from '@sanity/client'
import { type ContentEnv, contentEnv } from '#server/env.ts'

const API_VERSION = '2026-11-01'

/** The client for a content lake, hosted or a stand-in; it sees published documents only. */
export function contentClient({ projectId, dataset, apiHost, token }: ContentEnv): SanityClient {
  return createClient({
    projectId,
    dataset,
    apiVersion: API_VERSION,
    perspective: 'published',
    useCdn: false,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    ...(token ? { token } : {}),
  })
}

let client: SanityClient | undefined
const answers = new Map<string, Promise<unknown>>()

/** The answer to a GROQ query; each query is asked once per build, however many pages need it. */
export function fetchContent(query: string): Promise<unknown> {
  const known = answers.get(query)
  if (known) return known
  client ??= contentClient(contentEnv(process.env))
  const answer = client.fetch<unknown>(query)
  answers.set(query, answer)
  return answer
}

/** Lets the next question reach the lake again: for tests and the development server. */
export function forgetContent(): void {
  client = undefined
  answers.clear()
}
