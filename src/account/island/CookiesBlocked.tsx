import { useEffect, useState } from 'react'
import { blocksCookies } from '#account/store/cookies.ts'
import { Notice } from '#core/island/Notice.tsx'
import { COOKIES_BLOCKED } from '#core/texts/account-forms.ts'

/** Above a form that opens a session: the browser keeps no cookie, so the form leads nowhere (AUTH-18). */
export function CookiesBlocked() {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => setBlocked(blocksCookies()), [])
  if (!isBlocked) return null
  return (
    <Notice title={COOKIES_BLOCKED.title} kind="error" live="alert">
      <p>{COOKIES_BLOCKED.text}</p>
      <p>
        <a href="/cookies">{COOKIES_BLOCKED.link}</a>
      </p>
    </Notice>
  )
}
