import { useStore } from '@nanostores/react'
import { $origin } from '#account/store/origin.ts'
import { Notice } from '#core/island/Notice.tsx'
import { SESSION_OVER, toBookText, toWaitText } from '#core/texts/accounts.ts'

/** Which event the user wants to book or wait for (AUTH-07, WAIT-01). `verb` is what the page does: 'Sign in'. */
export function ToBook({ verb }: { verb: string }) {
  const { event } = useStore($origin)
  if (event === undefined) return null
  const text = event.isToWait ? toWaitText : toBookText
  return <p role="status">{text(verb, event.name, event.day)}</p>
}

/** Why the user is at /login: their session ended automatically, or they come from an event (AUTH-07). */
export function OriginNotice() {
  const { hasEnded, kept } = useStore($origin)
  if (!hasEnded) return <ToBook verb="Sign in" />
  return (
    <Notice title={SESSION_OVER.titles[kept]} live="status">
      <p>{SESSION_OVER.text}</p>
      <ToBook verb="Sign in" />
    </Notice>
  )
}
