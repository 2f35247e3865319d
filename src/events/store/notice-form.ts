import { call } from '#core/contract/call.ts'
import { isEmail } from '#core/rules/email-address.ts'
import { createForm, type FormErrors } from '#core/store/form.ts'
import { EMAIL_FORMAT, FIELD_REQUIRED } from '#core/texts/common.ts'
import { createEventNotice } from '#events/contract/event-notices.ts'
import { $place } from '#events/store/place-search.ts'
import { NOTICE_TEXTS } from '#events/texts/event-notices.ts'

export type NoticeValues = {
  readonly postcode: string
  readonly email: string
  /** Honeypot. */
  readonly website: string
}

const INITIAL: NoticeValues = { postcode: '', email: '', website: '' }

function emailFault(email: string): FormErrors<NoticeValues> {
  if (email.trim() === '') return { email: FIELD_REQUIRED }
  return isEmail(email) ? {} : { email: EMAIL_FORMAT }
}

function check({ postcode, email }: NoticeValues): FormErrors<NoticeValues> {
  return {
    ...(postcode.trim() === '' ? { postcode: NOTICE_TEXTS.postcodeMissing } : {}),
    ...emailFault(email),
  }
}

/** 'Tell me when there is one near' (EVL-10). */
export const noticeForm = createForm({ initial: INITIAL, check })

/** The messages of refusals that belong to a field. */
const FIELD_OF = { 'postcode-unknown': 'postcode', 'email-invalid': 'email' } as const

const isOfField = (reason: string): reason is keyof typeof FIELD_OF =>
  Object.hasOwn(FIELD_OF, reason)

/** Requests the messages; the response is the same for every address. */
export const askForNotices = (): Promise<void> =>
  noticeForm.submit(async (values) => {
    const answer = await call(createEventNotice, values)
    if (answer.ok) return { ok: true }
    const { reason, text, fields } = answer
    return { ok: false, text, fields: isOfField(reason) ? { [FIELD_OF[reason]]: text } : fields }
  })

/** Fills in the postcode that was searched for, once; a town has none, and the visitor's position is never sent. */
export function suggestPostcode(): void {
  const place = $place.get()
  const isPostcode = place !== undefined && !place.isOwn && /^[A-Z]{1,2}(\d|$)/.test(place.label)
  if (isPostcode && noticeForm.$values.get().postcode === '') {
    noticeForm.set('postcode', place.label)
  }
}
