import { referenceNumber } from '#booking/rules/appointment.ts'
import { comparedName } from '#core/rules/lab-key.ts'
import { formatShortDate, formatShortInstant, londonDate } from '#core/rules/time.ts'
import { countOf } from '#core/texts/count.ts'
import type { ApproveDeps } from '#results/commands/results-approve.ts'
import { type CallSheet, readCallSheet, recordCall, tellPatient } from '#results/server/calls.ts'
import type { ResultState } from '#results/server/database/results.ts'
import type { CallKind } from '#results/server/database/results-calls.ts'
import {
  listOpenMatters,
  type OpenKind,
  type OpenMatter,
  setResultDays,
} from '#results/server/database/results-open.ts'
import { CALL_REFUSALS, NOTES } from '#results/texts/calls.ts'
import { type CommandLine, Refusal } from './command-line.ts'

const CALL_STATES = {
  'spoken-to': 'the patient was spoken to',
  tried: 'not reached, a reason releases it',
} as const

/** A line of `list`. */
export const listLine = ({ resultId, label, version, state, ...one }: ResultState): string =>
  [
    resultId,
    label,
    `version ${version}`,
    state,
    ...(one.isHeld ? [`held: ${one.changeReason?.replaceAll(/\s+/g, ' ') ?? 'no reason'}`] : []),
    ...(one.rowWaits ? ['another row of its tube waits'] : []),
    ...(one.isRed
      ? [`RED: ${one.call === null ? 'telephone first (contact)' : CALL_STATES[one.call]}`]
      : []),
    ...(one.firstJudge ? [`needs a second clinician, not ${one.firstJudge}`] : []),
  ].join('  ')

/**
 * What the options say of a call.
 * @throws Refusal when they say two things.
 */
export function callKindOf({ options }: CommandLine): CallKind {
  const isAttempt = options.has('attempt')
  if (isAttempt && options.has('not-reached')) {
    throw new Refusal('--attempt and --not-reached: choose one. Nothing was recorded.')
  }
  if (isAttempt) return 'attempt'
  return options.has('not-reached') ? 'not-reached' : 'spoken-to'
}

/** What a note is, within a line. */
const noteText = (kind: keyof typeof NOTES) => NOTES[kind].toLowerCase()

function sheetText({ finding, calls, ...who }: CallSheet): string {
  const lines = [
    `${who.firstName} ${who.lastName}`,
    `born ${who.birthDate === null ? 'unknown: ask a second identifier' : formatShortDate(who.birthDate)}`,
    `telephone ${who.phone ?? 'none: write to the patient'}`,
    `tube ${who.label}, ${finding.value} ${finding.unit}`,
    ...(who.isHeld ? ['This result is held: settle the question before you call.'] : []),
    ...calls.map(
      ({ madeAt, kind, madeBy, details }) =>
        `${formatShortInstant(madeAt)} ${noteText(kind)}, by ${madeBy}${details === '' ? '' : `: ${details}`}`,
    ),
  ]
  return `${lines.join('\n')}\nRecord the call: spoken, or spoken --attempt.\n`
}

/** Name and telephone of the patient of a red or shown result. */
export async function contactText(deps: ApproveDeps, resultId: string, by: string) {
  const sheet = await readCallSheet(deps, resultId, by)
  if (typeof sheet !== 'string') return sheetText(sheet)
  throw new Refusal(`${resultId}: ${CALL_REFUSALS[sheet]}`)
}

/** Records a call; with 'spoken to' the result is shown. */
export async function spokenText(
  deps: ApproveDeps,
  resultId: string,
  { kind, ...call }: { kind: CallKind; details: string; by: string },
) {
  const outcome =
    kind === 'spoken-to'
      ? await tellPatient(deps, resultId, call)
      : await recordCall(deps, resultId, { ...call, kind })
  if (typeof outcome === 'string') {
    throw new Refusal(`${resultId}: ${CALL_REFUSALS[outcome]}. Nothing was recorded.`)
  }
  const recorded = `Recorded: ${noteText(kind)}.`
  if (outcome === undefined) return `${recorded}\n`
  return outcome.isShown
    ? `${recorded} The result is shown to its patient.\n`
    : `${recorded} The result is held: it is shown when the hold ends.\n`
}

const MATTERS: Record<OpenKind, { what: string; next: string }> = {
  'no-outcome': { what: 'appointment without an outcome', next: 'clinic attended' },
  'no-result': { what: 'tube without a result', next: 'ask the laboratory' },
  'row-closed': {
    what: 'tube whose row was closed without a result',
    next: 'ask the laboratory, or void the tube and test the patient again',
  },
  'no-live-result': {
    what: 'patient who was tested and gets no result: the tube is void, or its result was withdrawn',
    next: 'test the patient again; a tube that was lost is spoiled, not void',
  },
  'row-waits': {
    what: 'tube whose row waits: no result of it is shown',
    next: 'results quarantine',
  },
  'not-shown': { what: 'result that waits for a colour or its release', next: 'results list' },
  held: { what: 'result that is held', next: 'release-held or withdraw' },
  red: {
    what: 'red result whose calls have not ended',
    next: 'results contact, then spoken',
  },
  'cannot-read': {
    what: 'shown result that the patient cannot read: the address is not confirmed',
    next: 'results contact',
  },
  'not-read': { what: 'shown result that is unread', next: 'results contact' },
}

const matterText = ({ kind, since, label, resultId, appointmentId }: OpenMatter) =>
  [
    `  ${MATTERS[kind].what}:`,
    ...[label, appointmentId && referenceNumber(appointmentId), resultId].filter(Boolean),
    `since ${formatShortDate(londonDate(since))}`,
  ].join(' ')

/**
 * Everything that keeps a patient from knowing their result, by event, without names.
 * @throws Refusal with it when there is anything, so that a scheduled run fails visibly.
 */
export async function openText({ database }: ApproveDeps): Promise<string> {
  const matters = await listOpenMatters(database)
  if (matters.length === 0) return 'Nothing is open.\n'
  const events = Map.groupBy(matters, ({ eventId }) => eventId)
  const blocks = [...events.values()].map((ofEvent) => {
    const [first] = ofEvent
    const title = `event ${first?.eventId}, ${formatShortDate(first?.eventOn ?? '')}, ${first?.eventName ?? 'without a name'}: ${ofEvent.length} open`
    return [title, ...ofEvent.map(matterText)].join('\n')
  })
  const kinds = Object.entries(Object.groupBy(matters, ({ kind }) => kind)).map(
    ([kind, found]) =>
      `${String(found.length).padStart(7)}  ${MATTERS[kind as OpenKind].what}. Next: ${MATTERS[kind as OpenKind].next}`,
  )
  throw new Refusal(
    [...blocks, ...kinds, `${countOf(matters.length, 'matter is', 'matters are')} open.`].join(
      '\n',
    ),
  )
}

/** Sets the days after which a tube of a laboratory without a result is open. */
export async function daysText(
  { database }: ApproveDeps,
  { name, days, by }: { name: string; days: string; by: string },
): Promise<string> {
  if (!/^([1-9]|[1-8]\d|90)$/.test(days)) {
    throw new Refusal(`'${days}' is not a number of days from 1 to 90. Nothing was changed.`)
  }
  const isSet = await database.transaction((transaction) =>
    setResultDays(transaction, { labKey: comparedName(name), days: Number(days), by }),
  )
  if (!isSet)
    throw new Refusal(
      `There is no laboratory '${name}': write it as in lab_name of its events. Nothing was changed.`,
    )
  return `A tube of ${name} without a result is open after ${countOf(Number(days), 'day')}.\n`
}
