import { useState } from 'react'
import { logOut } from '#account/store/log-out.ts'

type Props = {
  product: string
  profile: { profileId: number; first_name: string; last_name: string }
  current: (typeof LINKS)[number]['href']
}

const LINKS = [
  { href: '/portal', label: 'Profile' },
  { href: '/medical-results', label: 'Medical Results' },
  { href: '/upcoming-events', label: 'Upcoming Events' },
  { href: '/waiting-list', label: 'Waiting Lists' },
] as const

const initials = (...names: string[]) =>
  names.map((name) => Array.from(name.trim())[0]?.toUpperCase() ?? '').join('')

/** The patient and the portal's pages (PORT-01). */
export function SidePanel({ product, profile, current }: Props) {
  const { profileId, first_name: first, last_name: last } = profile
  return (
    <aside className="side-panel">
      <p className="avatar" aria-hidden="true" translate="no">
        {initials(first, last)}
      </p>
      <p className="side-panel__name" translate="no">
        {`${first} ${last}`.trim()}
      </p>
      <p>
        <span className="tag tag--navy" translate="no">
          ID: {product}
          {profileId}
        </span>
      </p>
      <nav aria-label="Your account">
        <ul className="side-panel__links">
          {LINKS.map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={href === current ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <LogoutButton />
          </li>
        </ul>
      </nav>
    </aside>
  )
}

function LogoutButton() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const click = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem((await logOut()) ?? '')
    setBusy(false)
  }
  return (
    <>
      <button type="button" aria-disabled={isBusy || undefined} onClick={() => void click()}>
        Logout
      </button>
      <span role="alert">{problem}</span>
    </>
  )
}
