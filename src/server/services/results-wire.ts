import type { ResultItem, ResultOnWire } from '#contract/results.ts'
import { eventName, productName } from '#domain/event.ts'
import { londonDate, londonTime } from '#domain/time.ts'
import type { ShownResult, TestedAppointment } from '#server/repositories/released-results.ts'

function resultToWire(result: ShownResult): ResultOnWire {
  const content = typeof result.content === 'string' ? undefined : result.content
  return {
    test_result: content?.finding.value ?? null,
    test_unit: content?.finding.unit ?? null,
    comments: content?.comments ?? null,
    sample_date: londonDate(result.takenAt),
    sample_time: londonTime(result.takenAt),
    result_id: result.resultId,
    state: content === undefined ? 'withheld' : 'released',
    laboratory: result.laboratory,
    light: content?.light ?? null,
    risk_group: content?.riskGroup ?? null,
    retest_on: content?.retestOn ?? null,
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

/** The items of /medical-results (RES-01): results in their order, then the appointments without a result. */
export function itemsOf(
  results: readonly ShownResult[],
  appointments: readonly TestedAppointment[],
  product: string,
): ResultItem[] {
  const byId = new Map(appointments.map((tested) => [tested.appointmentId, tested]))
  const items = results.map((result) => {
    const linked = byId.get(result.appointmentId ?? '')
    byId.delete(result.appointmentId ?? '')
    const appointment = linked === undefined ? null : appointmentToWire(linked, product)
    return { appointment, result: resultToWire(result) }
  })
  const others = [...byId.values()].map((tested) => ({
    appointment: appointmentToWire(tested, product),
    result: null,
  }))
  return [...items, ...others]
}
