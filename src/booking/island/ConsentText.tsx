import { CONSENT_TEXT } from '#booking/rules/consent.ts'

/** A paragraph with its first sentence, the subject, in bold. */
function Paragraph({ text }: { text: string }) {
  const end = text.indexOf('. ') + 1
  return (
    <p>
      <strong>{text.slice(0, end)}</strong>
      {text.slice(end)}
    </p>
  )
}

/** The text shown before the consent (CONS-01). */
export function ConsentText() {
  return (
    <div className="prose">
      <h2>About this test</h2>
      {CONSENT_TEXT.background.map((text) => (
        <Paragraph key={text} text={text} />
      ))}
      <h2>Your information (GDPR)</h2>
      {CONSENT_TEXT.gdpr.map((text) => (
        <Paragraph key={text} text={text} />
      ))}
    </div>
  )
}
