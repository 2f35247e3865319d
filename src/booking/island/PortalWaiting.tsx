import { useEffect } from 'react'
import { WaitingLists } from '#booking/island/WaitingLists.tsx'
import { watchWaiting } from '#booking/store/waiting-lists.ts'
import { WAITING_TITLE } from '#booking/texts/waiting-list.ts'

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
