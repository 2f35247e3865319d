import { type CancelledEvent, cancelAsExpected } from '#booking/commands/cancel-event.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatShortDate } from '#core/rules/time.ts'
import type { Database } from '#core/server/database/database.ts'
import { countOf } from '#core/texts/count.ts'
import { listedName } from '#events/commands/list-events.ts'
import { findKnownEvent } from '#events/server/database/events.ts'
import { type CommandLine, neededId, neededOption, Refusal } from './command-line.ts'

export const CANCEL_USAGE = `npm run events -- cancel <id> --by <your name> [--reason <why>] [--apply <patients>]
    says how many patients are booked and what goes back to them; with --apply and that number it cancels the event, and the patients
    are informed by mail`

/** What happens to the patients and their money; in the past once it is done. */
function effects({ patients, paid, refundPence, underWay, isDone }: CancelledEvent): string {
  const booked = countOf(
    patients,
    `patient ${isDone ? 'was' : 'is'} booked`,
    `patients ${isDone ? 'were' : 'are'} booked`,
  )
  const money =
    paid === 0
      ? 'nothing is to be paid back'
      : `${countOf(paid, 'payment')} of ${formatPounds(refundPence)} together ${paid === 1 ? 'goes' : 'go'} back`
  const more =
    underWay === 0
      ? ''
      : `; ${countOf(underWay, 'payment is', 'payments are')} under way, and what they take goes back too`
  return `${booked}, ${money}${more}`
}

/** `cancel <id>`: nothing happens unless `--apply` has the number of patients that is true now. */
export async function cancelCommand(
  database: Database,
  line: CommandLine,
  usage: string,
): Promise<string> {
  const eventId = neededId(line, usage)
  const operator = neededOption(line, 'by', usage)
  const reason = line.options.get('reason') ?? null
  const apply = line.options.get('apply')
  if (apply !== undefined && !/^\d{1,6}$/.test(apply)) throw new Refusal(usage)
  const expected = apply === undefined ? undefined : Number(apply)
  const found = await findKnownEvent(database, eventId, { withDrafts: true })
  const cancelled = await cancelAsExpected(database, { eventId, operator, reason, expected })
  if (found === undefined || cancelled === undefined) {
    throw new Refusal(`There is no event ${eventId}. The command list prints the ids.`)
  }
  const { event } = found
  const name = `Event ${eventId} (${listedName(event)}, ${formatShortDate(event.date)} ${event.startTime}${event.city ? `, ${event.city}` : ''})`
  const already = cancelled.wasCancelled ? ' was cancelled already' : ''
  if (cancelled.isDone) {
    return `${name}${already || ' is cancelled'}; ${effects(cancelled)}. The patients will be informed by mail.\n`
  }
  const changed = expected === undefined ? '' : `Not ${expected} patients as --apply says. `
  throw new Refusal(
    `${name}${already}: ${effects(cancelled)}.\n${changed}Nothing was changed. To cancel it, add --apply ${cancelled.patients}`,
  )
}
