import { FORM_RESULT_REASONS, FORM_RESULT_TEXTS } from '#content/texts/form-results.ts'
import { entryOf } from '#core/rules/record.ts'
import { FORM_FAILED } from '#core/texts/form-failed.ts'

/** What /form-result shows after a form that was sent without script (SITE-10). */
export type FormResult = {
  title: string
  text: string
  isGood: boolean
  /** The link shown below the message. */
  back: { href: string; label: string }
}

/** The texts for a form's result; undefined when no form has that name. An unknown reason is a failure. */
export function formResult(form: string | null, result: string | null): FormResult | undefined {
  const known = entryOf(FORM_RESULT_TEXTS, form)
  if (known === undefined) return undefined
  const { good, badTitle, bad, advice, back } = known
  if (result === 'ok') return { ...good, isGood: true, back }
  const text =
    `${entryOf<string>({ ...FORM_RESULT_REASONS, ...bad }, result) ?? FORM_FAILED} ${advice}`.trim()
  return { title: badTitle, text, isGood: false, back }
}
