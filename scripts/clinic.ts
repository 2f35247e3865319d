import { randomInt } from 'node:crypto'
import { randomLabel } from '#domain/sample-label.ts'
import { databaseEnv } from '#server/config/command-env.ts'
import { OPERATOR_LOCK_TIMEOUT_MS } from '#server/config/limits.ts'
import { resultsEnv } from '#server/config/results-env.ts'
import {
  makeSampleVoid,
  recordAttendance,
  VOID_REFUSALS,
} from '#server/operations/clinic-attended.ts'
import { createSealer } from '#server/security/seal.ts'
import {
  type CommandLine,
  chosenCommand,
  neededOption,
  Refusal,
  readCommandLine,
  runCommand,
} from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onDatabase } from './operator/on-database.ts'
import { personFor, readCsvFile, refuseFaults } from './operator/staff.ts'

const USAGE = `npm run clinic -- labels <number>
    prints so many new labels for tubes; a label is without a patient until it is bound when the blood is taken
npm run clinic -- attended <file.csv> --by "Name, role"
    records who came and binds each tube to its patient; all or nothing. Columns: reference, outcome (attended or no-show), label,
    taken_at (HH:MM on the day); for a patient without an appointment patient and event (their ids) in place of the reference
npm run clinic -- void <label> --by "Name, role" --reason <why>
    makes a sample void (spoiled, mislabelled, lost): no result is taken over for it
Roles: clinic lead, phlebotomist. The reason is kept in the audit log: write nothing clinical and no patient's name.`

const MOST_LABELS = 10_000
const RANDOM_STEPS = 2 ** 32

const access = () => ({
  ...databaseEnv(operatorEnvironment()),
  lockTimeoutMs: OPERATOR_LOCK_TIMEOUT_MS,
})

function labels({ words: [, count = ''] }: CommandLine): Promise<string> {
  const wanted = /^\d{1,5}$/.test(count) ? Number(count) : 0
  if (wanted < 1 || wanted > MOST_LABELS) throw new Refusal(USAGE)
  const made = new Set<string>()
  while (made.size < wanted) made.add(randomLabel(() => randomInt(RANDOM_STEPS) / RANDOM_STEPS))
  return Promise.resolve([...made].map((label) => `${label}\n`).join(''))
}

async function attended(line: CommandLine): Promise<string> {
  const by = personFor(line, 'record-attendance', USAGE)
  const csv = readCsvFile(line.words[1], USAGE)
  const sealer = createSealer(resultsEnv(operatorEnvironment()).keys)
  const outcome = await onDatabase(access(), (database) =>
    recordAttendance({ database, sealer }, csv, by),
  )
  if (!outcome.ok) throw refuseFaults(outcome.faults)
  return `${outcome.attended} attended, ${outcome.missed} did not come, ${outcome.unchanged} known already.\n`
}

async function makeVoid(line: CommandLine): Promise<string> {
  const by = personFor(line, 'record-attendance', USAGE)
  const reason = neededOption(line, 'reason', USAGE)
  const label = line.words[1]?.toUpperCase()
  if (label === undefined) throw new Refusal(USAGE)
  const refusal = await onDatabase(access(), (database) =>
    makeSampleVoid(database, label, { by, reason }),
  )
  if (refusal !== undefined) throw new Refusal(VOID_REFUSALS[refusal])
  return `Sample ${label} is void.\n`
}

const COMMANDS: Record<string, (line: CommandLine) => Promise<string>> = {
  labels,
  attended,
  void: makeVoid,
}

runCommand(async () => {
  const line = readCommandLine(process.argv.slice(2), {
    values: ['by', 'reason'],
    flags: [],
    usage: USAGE,
  })
  return await chosenCommand(COMMANDS, line, USAGE)(line)
})
