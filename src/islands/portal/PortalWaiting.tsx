import { useEffect } from 'react'
import { WAITING_TITLE } from '#domain/texts/waiting-list.ts'
import { WaitingLists } from '#islands/portal/WaitingLists.tsx'
import { watchWaiting } from '#stores/portal/waiting-lists.ts'

/** The patient's waiting lists on /portal (WAIT-01). */
export function PortalWaiting() {
  useEffect(() => watchWaiting(), [])
  return (
    <section className="stack" aria-labelledby="waiting-lists">
      <h2 id="waiting-lists">{WAITING_TITLE}</h2>
      <WaitingLists />
    </section>
  )
}
