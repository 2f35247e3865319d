import { Notice } from '#core/island/Notice.tsx'
import { OWN_RULE_TITLE } from '#payments/texts/cancelling.ts'

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
