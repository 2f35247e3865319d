import type { AstroGlobal } from 'astro'
import { NOTE_LIMITS } from '#core/rules/character-limits.ts'
import { entryOf } from '#core/rules/record.ts'
import { readDay } from '#core/rules/typed-cell.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { LIGHTS, RISK_GROUPS } from '#results/rules/result.ts'
import type { PostedCase, Said } from '#results/server/judging/record-judgement.ts'
import { JUDGING_DONE, type JudgingDone } from '#results/texts/judging.ts'
import { type PostedForm, textFaults, typedDate } from '#staff/rules/posted-form.ts'
import { passOn } from '#staff/server/http/redirect.ts'

const numberIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : -1)

/** The case that a form names, as its page showed it; undefined when it is not the case of the address. */
export function readCase({ text }: PostedForm, resultId: string): PostedCase | undefined {
  const key = text('key')
  if (text('case') !== resultId || !isUuid(key)) return undefined
  const [revision, judgements] = [numberIn(text('revision')), numberIn(text('judgements'))]
  return { resultId, revision, judgements, signed: text('served'), key }
}

/** Colour and risk group of a form; else its faults. */
export function readSaid({ text }: PostedForm): Said | { faults: Record<string, string> } {
  const light = LIGHTS.find((one) => one === text('light'))
  const riskGroup = RISK_GROUPS.find((one) => one === text('risk'))
  if (light !== undefined && riskGroup !== undefined) return { light, riskGroup }
  return {
    faults: {
      ...(light === undefined && { light: 'Choose a colour.' }),
      ...(riskGroup === undefined && { risk: 'Choose a risk group.' }),
    },
  }
}

/** The rest of a judgement; a text that is too long has a fault. */
export function readRest(form: PostedForm) {
  const day = typedDate(form, 'retest')
  const [retestReason, comments] = [form.text('reason').trim(), form.text('comments').trim()]
  const faults =
    textFaults(form, { reason: NOTE_LIMITS.judgementReason, comments: NOTE_LIMITS.comment }) ?? {}
  return { retestOn: day === '' ? null : readDay(day), retestReason, comments, faults }
}

/** The values of the three boxes of a day. */
export function dayBoxes(day: string | null): Record<string, string> {
  const [year = '', month = '', date = ''] = day?.split('-') ?? []
  return { retest: date, 'retest-month': month, 'retest-year': year }
}

const JUDGED = 'judged'
const LIST = '/staff/results/judge'
type Passing = Pick<AstroGlobal, 'cookies' | 'site' | 'url'>

/** Where to go on after a step: the address says no more than that it is done, because what became of a judgement tells its colour. */
export function pathAfter(astro: Passing, done: JudgingDone, next: string | undefined): string {
  passOn(astro, JUDGED, done, LIST)
  return `${next === undefined ? LIST : `${LIST}/${next}`}?done=yes`
}

/** A sign-out, too, leaves nothing of a judgement to the next person at this browser. */
export const forgetStep = ({ cookies }: Pick<AstroGlobal, 'cookies'>): void =>
  cookies.delete(JUDGED, { path: LIST })

/** What the step before did, once, for the page that it went on to; undefined on any other page. */
export function doneText(astro: Passing): string | undefined {
  if (astro.url.searchParams.get('done') !== 'yes') return undefined
  const done = astro.cookies.get(JUDGED)?.value ?? null
  forgetStep(astro)
  return entryOf<string>(JUDGING_DONE, done)
}
