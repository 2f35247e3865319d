import { useStore } from '@nanostores/react'
import { SESSION_OVER, toBookText, toWaitText } from '#domain/texts/accounts.ts'
import { Notice } from '#islands/ui/Notice.tsx'
import { $origin } from '#stores/account/origin.ts'

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
