import { useStore } from '@nanostores/react'
import { SESSION_OVER, toBookText } from '#domain/texts/accounts.ts'
import { Notice } from '#islands/ui/Notice.tsx'
import { $origin } from '#stores/account/origin.ts'

/** Why the user is here: their session ended, or they want to book an event (AUTH-07). `verb` is what the page does: 'Sign in'. */
export function OriginNotice({ verb }: { verb: string }) {
  const { hasEnded, keepsAnswers, event } = useStore($origin)
  const toBook = event && toBookText(verb, event.name, event.day)
  if (!hasEnded) return toBook === undefined ? null : <p role="status">{toBook}</p>
  return (
    <Notice title={keepsAnswers ? SESSION_OVER.answersKept : SESSION_OVER.title} live="status">
      <p>{SESSION_OVER.text}</p>
      {toBook !== undefined && <p>{toBook}</p>}
    </Notice>
  )
}
