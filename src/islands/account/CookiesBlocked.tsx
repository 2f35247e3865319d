import { useEffect, useState } from 'react'
import { COOKIES_BLOCKED } from '#domain/texts/accounts.ts'
import { Notice } from '#islands/ui/Notice.tsx'
import { blocksCookies } from '#stores/account/cookies.ts'

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
