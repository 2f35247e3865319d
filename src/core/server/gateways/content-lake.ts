import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { withCleanAnswers } from '#core/rules/editor-text.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'

/** A client for the Content Lake, hosted or stand-in; texts are clean. `more`: what it reads or writes, and how long it waits. */
export const lakeClient = (
  { projectId, dataset, apiHost, token }: ContentEnv,
  more: Required<Pick<ClientConfig, 'timeout' | 'maxRetries'>> & Partial<ClientConfig>,
): SanityClient =>
  withCleanAnswers(
    createClient({
      projectId,
      dataset,
      apiVersion: SANITY_API_VERSION,
      useCdn: false,
      ...(apiHost === undefined ? {} : { apiHost, useProjectHostname: false }),
      ...(token === undefined ? {} : { token }),
      ...more,
    }),
  )
