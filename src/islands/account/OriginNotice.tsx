import { useStore } from '@nanostores/react'
import { SESSION_OVER, toBookText } from '#domain/texts/accounts.ts'
import { Notice } from '#islands/ui/Notice.tsx'
import { $origin } from '#stores/account/origin.ts'

/** Which event the user wants to book (AUTH-07). `verb` is what the page does: 'Sign in'. */
export function ToBook({ verb }: { verb: string }) {
  const { event } = useStore($origin)
  return event === undefined ? null : <p role="status">{toBookText(verb, event.name, event.day)}</p>
}

/** Why the user is at /login: their session ended by itself, or they want to book an event (AUTH-07). */
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
