import { useEffect } from 'react'
import { SessionGate } from '#account/island/SessionGate.tsx'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { SidePanel } from '#account/island/SidePanel.tsx'
import { JoinWaitingList } from '#booking/island/JoinWaitingList.tsx'
import { WaitingLists } from '#booking/island/WaitingLists.tsx'
import { watchWaitingPage } from '#booking/store/waiting-lists.ts'
import { HOW_IT_WORKS, WAITING_TEXTS, WAITING_TITLE } from '#booking/texts/waiting-list.ts'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'

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
