import { useStore } from '@nanostores/react'
import { LOADING_USER } from '#domain/texts/portal.ts'
import { SessionGate } from '#islands/account/SessionGate.tsx'
import { SessionList } from '#islands/account/SessionList.tsx'
import { SessionWatch } from '#islands/account/SessionWatch.tsx'
import { CallAboutNumber } from '#islands/booking/CallAboutNumber.tsx'
import { ChangeEmail } from '#islands/portal/ChangeEmail.tsx'
import { ChangePassword } from '#islands/portal/ChangePassword.tsx'
import { AccountClosed, PortalClosing } from '#islands/portal/PortalClosing.tsx'
import { PortalConsents } from '#islands/portal/PortalConsents.tsx'
import { PortalData } from '#islands/portal/PortalData.tsx'
import { PortalDetails } from '#islands/portal/PortalDetails.tsx'
import { PortalPayments } from '#islands/portal/PortalPayments.tsx'
import { PortalSms } from '#islands/portal/PortalSms.tsx'
import { PortalWaiting } from '#islands/portal/PortalWaiting.tsx'
import { SidePanel } from '#islands/portal/SidePanel.tsx'
import { island } from '#islands/ui/island.tsx'
import { $closing } from '#stores/portal/closing.ts'

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
