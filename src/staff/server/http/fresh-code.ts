import { isFresh } from '#staff/rules/fresh-code.ts'
import type { PostedForm } from '#staff/rules/posted-form.ts'
import { CODE_FAULTS } from '#staff/texts/codes.ts'

/**
 * Compares the code in the form of an action that needs a fresh one (STF-07), unless a code was given in the last minutes. Returns the fault of
 * its field (`FreshCode.astro`); undefined when the action may be done.
 */
export async function freshCodeFault(
  locals: App.Locals,
  form: PostedForm,
  field = 'code',
): Promise<string | undefined> {
  const { member, services } = locals
  if (isFresh(member, services.staffSignIn.now())) return undefined
  const code = form.text(field)
  if (code.trim() === '') return CODE_FAULTS.missing
  const given = await services.staffSignIn.giveCode(member, code)
  if (!given.ok) return CODE_FAULTS[given.reason]
  // A form with another fault is shown again, and does not ask once more.
  locals.member = { ...member, factorAt: given.value }
  return undefined
}
