import type { ResultItem, ResultOnWire } from '#contract/results.ts'
import { referenceNumber } from '#domain/appointment.ts'
import { eventName, productName } from '#domain/event.ts'
import {
  type NextTestState,
  nextTestState,
  type Saying,
  sayingsOf,
  waitingState,
} from '#domain/result-saying.ts'
import { type IsoDate, londonDate, londonTime } from '#domain/time.ts'
import {
  knownResult,
  type ShownResult,
  type TestedAppointment,
} from '#server/repositories/released-results.ts'

/** What the items are made from. */
export type ResultPage = {
  readonly results: readonly ShownResult[]
  /** The name of what each result measured, by its id. */
  readonly tests: ReadonlyMap<string, string>
  readonly appointments: readonly TestedAppointment[]
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

function appointmentToWire(
  { eventName: name, productName: tested, eventOn }: TestedAppointment,
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

/** The items of /medical-results (RES-01), the newest test first, with a result or without. */
export function itemsOf(page: ResultPage): ResultItem[] {
  const { results, tests, appointments, product, today } = page
  const sayings = sayingsOf(results.map(knownResult))
  const byId = new Map(appointments.map((tested) => [tested.appointmentId, tested]))
  const linked = new Set(results.map(({ appointmentId }) => appointmentId))
  const open = appointments.filter(({ appointmentId }) => !linked.has(appointmentId))
  const openDays = open.map(({ eventOn }) => eventOn)
  const nextTestOf = ({ content, takenAt }: ShownResult): NextTestState | null => {
    const retestOn = typeof content === 'string' ? null : content.retestOn
    if (retestOn === null) return null
    return nextTestState({ takenOn: londonDate(takenAt), retestOn }, openDays, today)
  }
  const items = results.map((result): ResultItem => {
    const appointment = byId.get(result.appointmentId ?? '')
    return {
      appointment: appointment === undefined ? null : appointmentToWire(appointment, product),
      result: resultToWire(result, {
        says: sayings.get(result.resultId) ?? 'withheld',
        test: productName({ productName: tests.get(result.resultId) ?? '' }),
        nextTest: nextTestOf(result),
      }),
      waiting: null,
    }
  })
  const others = open.map(
    (tested): ResultItem => ({
      appointment: appointmentToWire(tested, product),
      result: null,
      waiting: tested.isSpoiled
        ? 'spoiled'
        : waitingState(tested.eventOn, today, tested.resultDays ?? undefined),
    }),
  )
  return newestFirst([...items, ...others], today)
}
