import { useStore } from '@nanostores/react'
import { ChangeEmail } from '#account/island/ChangeEmail.tsx'
import { ChangePassword } from '#account/island/ChangePassword.tsx'
import { PortalDetails } from '#account/island/PortalDetails.tsx'
import { SessionGate } from '#account/island/SessionGate.tsx'
import { SessionList } from '#account/island/SessionList.tsx'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { SidePanel } from '#account/island/SidePanel.tsx'
import { LOADING_USER } from '#account/texts/portal.ts'
import { CallAboutNumber } from '#booking/island/CallAboutNumber.tsx'
import { PortalSms } from '#booking/island/PortalSms.tsx'
import { PortalWaiting } from '#booking/island/WaitingLists.tsx'
import { island } from '#core/island/island.tsx'
import { PortalPayments } from '#payments/island/PortalPayments.tsx'
import { AccountClosed, PortalClosing } from '#portal/island/PortalClosing.tsx'
import { PortalConsents } from '#portal/island/PortalConsents.tsx'
import { PortalData } from '#portal/island/PortalData.tsx'
import { $closing } from '#portal/store/closing.ts'

type Props = { product: string; charityName: string; bookingPhone: string }

/** /portal, for patients only (PORT-01 to PORT-06). */
export const Portal = island(PortalPage)

function PortalPage({ product, charityName, bookingPhone }: Props) {
  const closing = useStore($closing)
  if (closing.step === 'closed') return <AccountClosed keptUntil={closing.keptUntil} />
  return (
    <>
      <SessionGate heading="Your profile" loading={LOADING_USER}>
        {({ profile }) => (
          <div className="portal">
            <SidePanel product={product} profile={profile} current="/portal" />
            <div className="portal__main stack stack--l">
              <h1>Your profile</h1>
              {profile.nhs_number_to_check && <CallAboutNumber bookingPhone={bookingPhone} />}
              <PortalDetails profile={profile} />
              <PortalWaiting />
              <PortalSms />
              <PortalConsents />
              <PortalPayments />
              <section className="stack" aria-labelledby="security">
                <h2 id="security">Sign-in and security</h2>
                <SessionList />
                <ChangePassword />
                <ChangeEmail email={profile.email} />
              </section>
              <PortalData charityName={charityName} isConfirmed={profile.is_verified} />
              <PortalClosing />
            </div>
          </div>
        )}
      </SessionGate>
      <SessionWatch />
    </>
  )
}
