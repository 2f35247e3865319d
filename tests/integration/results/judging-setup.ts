import { randomUUID } from 'node:crypto'
import { addDays, londonDate } from '#core/rules/time.ts'
import type { StaffMember } from '#core/server/caller.ts'
import { proposedNextTest } from '#results/rules/next-test.ts'
import { judgingService } from '#results/server/judging/judging.ts'
import type { Said } from '#results/server/judging/record-judgement.ts'
import { releasingService } from '#results/server/release-page.ts'
import { staffAccessService } from '#staff/server/access.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { memberOf } from '#tests/fixtures/staff-member.ts'
import { sealer } from '#tests/integration/results/lab-setup.ts'

/** A clinician of this name. */
export const clinician = (name: string): StaffMember => ({
  ...memberOf('clinician', 'coordinator'),
  name,
})

/** What records who is shown to a member of staff. */
export const discloseOn = (database: SqlDatabase) =>
  staffAccessService({ database, limiter: undefined as never }).disclose

/** The pages of judging and releasing on a database, with a clock that the test moves. */
export function judgingPages(
  database: SqlDatabase,
  texts: Record<string, string> = {},
  disclose = discloseOn(database),
) {
  const time = { now: new Date() }
  const clock = { now: () => time.now }
  const readLetterContent = (said: { light: string; riskGroup: string } | undefined) => {
    const text = texts[`${said?.light}-${said?.riskGroup}`]
    if (text === undefined) return Promise.reject(new Error('no texts'))
    const nextStep = [{ text, isItem: false }]
    const sender = { charityName: '', product: '', address: [], medicalPhone: '', email: '' }
    return Promise.resolve({
      sender: { ...sender, charityNumber: '' },
      text: { sentence: 'Your PSA.', meaning: [], nextStep, chance: undefined },
    })
  }
  const judging = judgingService({ database, sealer, clock, disclose, readLetterContent })
  const nudged = { times: 0 }
  const nudgeJobs = () => {
    nudged.times += 1
  }
  const releasing = releasingService({ database, sealer, disclose, nudgeJobs })
  const wait = (milliseconds: number) => {
    time.now = new Date(time.now.getTime() + milliseconds)
  }

  /** What the form of a page that this person opens now would send. */
  async function formOf(member: StaffMember, resultId: string) {
    const one = await judging.open(member, resultId, { again: true })
    if (typeof one === 'string') throw new Error(one)
    const { revision, judgements, signed } = one
    return { one, form: { resultId, revision, judgements, signed, key: randomUUID() } }
  }

  /** Opens the page, reads for two seconds, chooses, and sends the judgement with the next test that is proposed. */
  async function judge(member: StaffMember, resultId: string, said: Said) {
    const { one, form } = await formOf(member, resultId)
    wait(2000)
    const days = { takenOn: one.evidence.takenOn, today: londonDate(clock.now()) }
    const retestOn = proposedNextTest(said, days)
    return await judging.record(member, {
      ...form,
      ...said,
      retestOn,
      retestReason: '',
      comments: '',
    })
  }
  return { judging, releasing, judge, formOf, wait, clock, nudged }
}

export const GREEN: Said = { light: 'green', riskGroup: 'low' }
export const AMBER: Said = { light: 'amber', riskGroup: 'low' }
export const RED: Said = { light: 'red', riskGroup: 'high' }

/** A day some days after another. */
export const daysAfter = (day: string | null, days: number): string => addDays(day ?? '', days)
