import { useEffect } from 'react'
import { HOW_IT_WORKS, WAITING_TEXTS, WAITING_TITLE } from '#domain/texts/waiting-list.ts'
import { SessionGate } from '#islands/account/SessionGate.tsx'
import { SessionWatch } from '#islands/account/SessionWatch.tsx'
import { JoinWaitingList } from '#islands/portal/JoinWaitingList.tsx'
import { SidePanel } from '#islands/portal/SidePanel.tsx'
import { WaitingLists } from '#islands/portal/WaitingLists.tsx'
import { island } from '#islands/ui/island.tsx'
import { Notice } from '#islands/ui/Notice.tsx'
import { watchWaitingPage } from '#stores/portal/waiting-lists.ts'

type Props = { product: string }

/** /waiting-list, for patients only: joining a list, and all lists of the patient (WAIT-01). */
export const WaitingList = island(WaitingListPage)

function WaitingListPage({ product }: Props) {
  return (
    <>
      <SessionGate heading={WAITING_TITLE}>
        {({ profile }) => (
          <div className="portal">
            <SidePanel product={product} profile={profile} current="/waiting-list" />
            <div className="portal__main stack stack--l">
              <h1>{WAITING_TITLE}</h1>
              <Lists product={product} />
            </div>
          </div>
        )}
      </SessionGate>
      <SessionWatch />
    </>
  )
}

function Lists({ product }: Props) {
  useEffect(() => watchWaitingPage(product), [product])
  return (
    <>
      <JoinWaitingList />
      <section className="stack" aria-labelledby="your-lists">
        <h2 id="your-lists">{WAITING_TEXTS.all}</h2>
        <WaitingLists />
      </section>
      <Notice title={WAITING_TEXTS.howItWorks}>
        <ul>
          {HOW_IT_WORKS.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Notice>
    </>
  )
}
