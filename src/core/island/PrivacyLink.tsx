import { PRIVACY_LINK } from '#core/texts/common.ts'

/** Below the button of every form that takes personal details. */
export function PrivacyLink() {
  return (
    <p className="small">
      {PRIVACY_LINK.before} <a href={PRIVACY_LINK.href}>{PRIVACY_LINK.label}</a>.
    </p>
  )
}
