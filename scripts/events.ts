import { retryMail } from '#app/commands/held-mails.ts'
import {
  APPOINTMENT_CHANGE_REFUSALS,
  cancelAppointment,
  moveAppointment,
  readSlotTime,
} from '#booking/commands/change-appointment.ts'
import { unverifiedBookings } from '#booking/commands/list-unverified.ts'
import { waitingSheet } from '#booking/commands/list-waiting.ts'
import { readReference } from '#booking/rules/appointment.ts'
import { findByReference } from '#booking/server/database/appointments.ts'
import { subscribersCsv } from '#content/commands/list-subscribers.ts'
import { readTypedPounds } from '#core/rules/money.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { databaseEnv } from '#core/server/config/command-env.ts'
import { OPERATOR_LOCK_TIMEOUT_MS } from '#core/server/config/limits.ts'
import { keysEnv } from '#core/server/config/patients-env.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import { createSealer, type Sealer } from '#core/server/security/seal.ts'
import { countOf } from '#core/texts/count.ts'
import { importEvents } from '#events/commands/import-events.ts'
import { eventsTable, failedMails } from '#events/commands/list-events.ts'
import type { PriceChoices } from '#events/server/saving/event-prices.ts'
import { runSheet } from '#results/commands/run-sheet.ts'
import { ACCESS_CODE_OPTIONS, ACCESS_CODE_USAGE, accessCodes } from './operator/access-codes.ts'
import { CANCEL_USAGE, cancelCommand } from './operator/cancel-event.ts'
import {
  type CommandLine,
  chosenCommand,
  neededId,
  neededOption,
  Refusal,
  readCommandLine,
  runCommand,
} from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onDatabase } from './operator/on-database.ts'
import { checkBy, readCsvFile } from './operator/staff.ts'

const USAGE = `npm run events -- import <file.csv> --by <your name> [--draft] [--accept-prices <pounds,pounds>] [--change-prices]
    imports or updates events; all or nothing; new ones are published, with --draft they are drafts; unusual prices, and new
    prices of products, must be confirmed
${ACCESS_CODE_USAGE}
${CANCEL_USAGE}
npm run events -- cancel-appointment <reference number> --by <your name> --reason <why>
npm run events -- move-appointment <reference number> --to '<dd/mm/yyyy HH:MM>' --by <your name> --reason <why>
    cancels or moves a booked appointment, also within 48 hours; the patient is informed by mail
npm run events -- list [--past]          the upcoming events with their ids, and the latest that have ended; --past: all of these
npm run events -- list <id> [--csv] --by <your name>
    the run sheet of an event; of an ESNEFT event with the NHS numbers
npm run events -- waiting <id>           the waiting list of an event: order, offers, why none was made
npm run events -- unverified             the upcoming bookings of unverified addresses, by network
npm run events -- subscribers            the confirmed newsletter subscriptions, as CSV
npm run events -- failed-mail            the mails that were given up
npm run events -- retry-mail <job id> --by <your name>
    sends one of them again
Name and reason are kept in the audit log: write nothing clinical and no patient's name.`

const noEvent = (id: number) =>
  new Refusal(`There is no event ${id}. The command list prints the ids.`)

type Command = (database: Database, line: CommandLine) => Promise<string>

/** Access codes are encrypted. The keys are read when a code is: most files of events have none. */
function withKeys(database: Database): { database: Database; sealer: Sealer } {
  let made: Sealer | undefined
  const sealer = () => {
    made ??= createSealer(keysEnv(operatorEnvironment()))
    return made
  }
  return {
    database,
    sealer: {
      seal: (text, context) => sealer().seal(text, context),
      open: (sealed, context) => sealer().open(sealed, context),
      lookup: (text, purpose) => sealer().lookup(text, purpose),
    },
  }
}

const operatorOf = (line: CommandLine) => neededOption(line, 'by', USAGE)

/** The unusual prices that the operator accepts, and whether prices of products change. */
function priceChoices({ options }: CommandLine): PriceChoices {
  const given = options.get('accept-prices')?.split(',') ?? []
  const accepted = given.map((text) => readTypedPounds(text.trim()))
  if (accepted.includes(undefined)) {
    throw new Refusal('--accept-prices needs pounds, such as 0.50 or 250.00,0.50.')
  }
  return {
    accepted: new Set(accepted.filter((pence) => pence !== undefined)),
    changesProducts: options.has('change-prices'),
  }
}

/** Operator and reason of a change. */
const changeOf = (line: CommandLine) => ({
  operator: operatorOf(line),
  reason: neededOption(line, 'reason', USAGE),
})

/** An id, or the reference number that the patient has in page and mail. */
async function readAppointmentId(
  database: Database,
  { words: [, word = ''] }: CommandLine,
): Promise<string> {
  if (isUuid(word)) return word
  const reference = readReference(word)
  if (reference === undefined) throw new Refusal(USAGE)
  const [id, another] = await findByReference(database, reference)
  if (id === undefined) throw new Refusal('There is no appointment with this reference number.')
  if (another !== undefined) {
    throw new Refusal(`Several appointments have this reference number: ${id}, ${another} …`)
  }
  return id
}

const COMMANDS: Record<string, Command> = {
  async import(database, line) {
    const outcome = await importEvents(
      withKeys(database),
      readCsvFile(line.words[1], USAGE),
      operatorOf(line),
      { ...priceChoices(line), isDraft: line.options.has('draft') },
    )
    if (outcome.ok) {
      const { created, updated, report } = outcome
      return [`${countOf(created, 'event')} created, ${updated} updated.`, ...report, ''].join('\n')
    }
    const faults = outcome.faults.map(({ line: at, field, problem }) =>
      field === 'row' ? `line ${at}: ${problem}` : `line ${at}, ${field}: ${problem}`,
    )
    throw new Refusal(
      [...faults, `Nothing was changed: ${countOf(faults.length, 'fault')}.`].join('\n'),
    )
  },
  cancel: (database, line) => cancelCommand(database, line, USAGE),
  codes: (database, line) => accessCodes(withKeys(database), line, USAGE),
  async 'cancel-appointment'(database, line) {
    const id = await readAppointmentId(database, line)
    const refusal = await cancelAppointment(database, id, changeOf(line))
    if (refusal !== undefined) throw new Refusal(APPOINTMENT_CHANGE_REFUSALS[refusal])
    return `Appointment ${id} is cancelled; its place is free; the patient will be informed by mail.\n`
  },
  async 'move-appointment'(database, line) {
    const id = await readAppointmentId(database, line)
    const change = changeOf(line)
    const to = readSlotTime(neededOption(line, 'to', USAGE))
    if (to === undefined) throw new Refusal(USAGE)
    const refusal = await moveAppointment(database, id, to, change)
    if (refusal !== undefined) throw new Refusal(APPOINTMENT_CHANGE_REFUSALS[refusal])
    return `Appointment ${id} is on ${to.date} at ${to.time}; the patient will be informed by mail.\n`
  },
  async list(database, line) {
    const at = (await databaseClock(database)).now()
    if (line.words[1] === undefined) {
      return eventsTable(database, at, { all: line.options.has('past') })
    }
    const id = neededId(line, USAGE)
    const deps = { database, now: at, sealer: () => createSealer(keysEnv(operatorEnvironment())) }
    const format = line.options.has('csv') ? 'csv' : 'text'
    const sheet = await runSheet(deps, id, format, operatorOf(line))
    if (sheet === undefined) throw noEvent(id)
    return sheet
  },
  async waiting(database, line) {
    const id = neededId(line, USAGE)
    const sheet = await waitingSheet(database, id, (await databaseClock(database)).now())
    if (sheet === undefined) throw noEvent(id)
    return sheet
  },
  unverified: async (database) =>
    unverifiedBookings(database, (await databaseClock(database)).now()),
  subscribers: (database) => subscribersCsv(database),
  'failed-mail': (database) => failedMails(database),
  async 'retry-mail'(database, line) {
    const id = neededId(line, USAGE)
    if (!(await retryMail(database, id, operatorOf(line))))
      throw new Refusal(`There is no mail with the job id ${id} that was given up.`)
    return `Job ${id} is queued again.\n`
  },
}

runCommand(async () => {
  const line = readCommandLine(process.argv.slice(2), {
    values: ['by', 'reason', 'to', 'apply', 'accept-prices', ...ACCESS_CODE_OPTIONS.values],
    flags: ['csv', 'past', 'draft', 'change-prices', ...ACCESS_CODE_OPTIONS.flags],
    usage: USAGE,
  })
  const command = chosenCommand(COMMANDS, line, USAGE)
  const access = {
    ...databaseEnv(operatorEnvironment()),
    lockTimeoutMs: OPERATOR_LOCK_TIMEOUT_MS,
  }
  return await onDatabase(access, async (database) => {
    await checkBy(database, line)
    return await command(database, line)
  })
})
