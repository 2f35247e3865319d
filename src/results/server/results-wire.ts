import { referenceNumber } from '#booking/rules/appointment.ts'
import { type IsoDate, londonDate, londonTime } from '#core/rules/time.ts'
import { eventName, productName } from '#events/rules/event.ts'
import type { ResultItem, ResultOnWire } from '#results/contract/results.ts'
import {
  type NextTestState,
  nextTestState,
  type Saying,
  sayingsOf,
  waitingState,
} from '#results/rules/result-saying.ts'
import type { PatientTest } from '#results/server/database/patient-tests.ts'
import { knownResult, type ShownResult } from '#results/server/database/released-results.ts'

/** What the items are made from. */
export type ResultPage = {
  readonly results: readonly ShownResult[]
  /** The name of what each result measured, by its id. */
  readonly names: ReadonlyMap<string, string>
  readonly tests: readonly PatientTest[]
  /** The product's name, for an event without a name. */
  readonly product: string
  readonly today: IsoDate
}

type Said = {
  readonly says: Saying
  readonly test: string
  readonly nextTest: NextTestState | null
}

function resultToWire(result: ShownResult, { says, test, nextTest }: Said): ResultOnWire {
  const shown = typeof result.content === 'string' ? undefined : result.content
  // The response has only what may be said.
  const advice = says === 'all' ? shown : undefined
  return {
    test_result: shown?.finding.value ?? null,
    test_unit: shown?.finding.unit ?? null,
    comments: advice?.comments ?? null,
    sample_date: londonDate(result.takenAt),
    sample_time: londonTime(result.takenAt),
    result_id: result.resultId,
    state: shown === undefined ? 'withheld' : 'released',
    says,
    test,
    reference: result.appointmentId === null ? null : referenceNumber(result.appointmentId),
    laboratory: result.laboratory,
    light: shown?.light ?? null,
    risk_group: advice?.riskGroup ?? null,
    retest_on: advice?.retestOn ?? null,
    retest_state: advice === undefined ? null : nextTest,
    corrected: result.corrected,
    round: result.round,
    released_at: result.releasedAt.toISOString(),
    read_at: result.readAt?.toISOString() ?? null,
  }
}

function testToWire(
  { eventName: name, productName: tested, eventOn }: PatientTest,
  product: string,
): ResultItem['appointment'] {
  return {
    event_name: eventName(name === null ? {} : { name }, product),
    product_name: productName({ productName: tested }),
    event_date: eventOn,
  }
}

const dayOf = ({ appointment, result }: ResultItem): IsoDate =>
  result?.sample_date ?? appointment?.event_date ?? ''

/** The newest test first; then appointments that are still to come. Stable: tests of one day stay in the order of their release. */
function newestFirst(items: readonly ResultItem[], today: IsoDate): ResultItem[] {
  const taken = items.filter((item) => dayOf(item) <= today)
  taken.sort((one, other) => {
    const [day, otherDay] = [dayOf(one), dayOf(other)]
    return day === otherDay ? 0 : day < otherDay ? 1 : -1
  })
  return [...taken, ...items.filter((item) => dayOf(item) > today)]
}

type Open = { readonly tests: readonly PatientTest[]; readonly today: IsoDate }

/** The tests that have no result. */
export function withoutResult(
  tests: readonly PatientTest[],
  results: readonly ShownResult[],
): PatientTest[] {
  const linked = new Set(results.flatMap((result) => [result.appointmentId, result.sampleId]))
  return tests.filter(({ id }) => !linked.has(id))
}

/** Whether the next test of a result is to come, due or arranged, by the tests without a result; null: it has none. */
export function nextTestOf(
  { content, takenAt }: ShownResult,
  { tests, today }: Open,
): NextTestState | null {
  const retestOn = typeof content === 'string' ? null : content.retestOn
  if (retestOn === null) return null
  const days = tests.filter(({ isArranged }) => isArranged).map(({ eventOn }) => eventOn)
  return nextTestState({ takenOn: londonDate(takenAt), retestOn }, days, today)
}

/** The items of /medical-results (RES-01), the newest test first, with a result or without. */
export function itemsOf({ results, names, tests, product, today }: ResultPage): ResultItem[] {
  const sayings = sayingsOf(results.map(knownResult))
  const byId = new Map(tests.map((test) => [test.id, test]))
  const open = withoutResult(tests, results)
  const items = results.map((result): ResultItem => {
    const test = byId.get(result.appointmentId ?? '')
    return {
      appointment: test === undefined ? null : testToWire(test, product),
      result: resultToWire(result, {
        says: sayings.get(result.resultId) ?? 'withheld',
        test: productName({ productName: names.get(result.resultId) ?? '' }),
        nextTest: nextTestOf(result, { tests: open, today }),
      }),
      waiting: null,
    }
  })
  const others = open.map(
    (test): ResultItem => ({
      appointment: testToWire(test, product),
      result: null,
      waiting: test.spoiled ?? waitingState(test.eventOn, today, test.resultDays ?? undefined),
    }),
  )
  return newestFirst([...items, ...others], today)
}
