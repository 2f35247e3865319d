import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import type { LiveReport } from '../src/content/rules/live-state.ts'
import { watchPublishing } from './publishing.ts'

/** What the website reports of itself and of the document `id`; undefined until it is known. */
export function useLiveReport(id?: string): LiveReport | undefined {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const [report, setReport] = useState<LiveReport>()
  useEffect(() => watchPublishing(client, setReport, id), [client, id])
  return report
}
