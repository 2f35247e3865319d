import { OWN_RULE_TITLE } from '#domain/texts/cancelling.ts'
import { Notice } from '#islands/ui/Notice.tsx'

/** The rule of this booking, above the policy of all events (PAY-14). */
export function OwnRule({ sentences }: { sentences: readonly string[] }) {
  return (
    <Notice title={OWN_RULE_TITLE}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
