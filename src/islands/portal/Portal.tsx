import { LOADING_USER } from '#domain/texts/portal.ts'
import { SessionGate } from '#islands/account/SessionGate.tsx'
import { SessionList } from '#islands/account/SessionList.tsx'
import { SessionWatch } from '#islands/account/SessionWatch.tsx'
import { ChangeEmail } from '#islands/portal/ChangeEmail.tsx'
import { ChangePassword } from '#islands/portal/ChangePassword.tsx'
import { PortalDetails } from '#islands/portal/PortalDetails.tsx'
import { SidePanel } from '#islands/portal/SidePanel.tsx'
import { island } from '#islands/ui/island.tsx'

type Props = { product: string; bookingPhone: string }

/** /portal, for patients only (PORT-01 to PORT-04). */
export const Portal = island(PortalPage)

function PortalPage({ product }: Props) {
  return (
    <>
      <SessionGate heading="Your profile" loading={LOADING_USER}>
        {({ profile }) => (
          <div className="portal">
            <SidePanel product={product} profile={profile} current="/portal" />
            <div className="portal__main stack stack--l">
              <h1>Your profile</h1>
              <PortalDetails profile={profile} />
              <section className="stack" aria-labelledby="security">
                <h2 id="security">Sign-in and security</h2>
                <SessionList />
                <ChangePassword />
                <ChangeEmail email={profile.email} />
              </section>
            </div>
          </div>
        )}
      </SessionGate>
      <SessionWatch />
    </>
  )
}
