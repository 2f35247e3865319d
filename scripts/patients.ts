import { patientsEnv } from '#server/config/patients-env.ts'
import { databaseClock } from '#server/database/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { identityGateway } from '#server/gateways/identity.ts'
import { errorLabel } from '#server/jobs/back-off.ts'
import { erasePatient } from '#server/operations/erase-patient.ts'
import { findPatient } from '#server/operations/find-patient.ts'
import { type ResealDeps, resealAll } from '#server/operations/reseal.ts'
import { type RetentionDeps, runRetention } from '#server/operations/retention.ts'
import { createSealer } from '#server/security/seal.ts'
import {
  type CommandLine,
  neededOption,
  Refusal,
  readCommandLine,
  runCommand,
} from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'

const USAGE = `npm run patients -- find <e-mail> --by <your name>
    the patient's id
npm run patients -- erase <id> --by <your name> --reason <why> [--apply]
    counts what an erasure deletes; --apply deletes it
npm run patients -- retention [--apply --by <your name>]
    the patients whose last test was more than eight years ago; --apply erases them
npm run patients -- reseal --by <your name>
    encrypts every stored value under the first key of DATA_KEYS
The reason is kept in the audit log: write no name and nothing clinical.`

type Deps = RetentionDeps & ResealDeps
type Command = (deps: Deps, line: CommandLine) => Promise<string>

const operatorOf = (line: CommandLine) => neededOption(line, 'by', USAGE)

function idOf({ words: [, word] }: CommandLine): number {
  if (word === undefined || !/^[1-9]\d{0,14}$/.test(word)) throw new Refusal(USAGE)
  return Number(word)
}

const rowsOf = (rows: Readonly<Record<string, number>>) =>
  Object.entries(rows)
    .map(([table, count]) => `${String(count).padStart(6)}  ${table}\n`)
    .join('')

const COMMANDS: Record<string, Command> = {
  async find({ database }, line) {
    const [, email] = line.words
    if (email === undefined) throw new Refusal(USAGE)
    const found = await findPatient(database, email, operatorOf(line))
    if (found === undefined) throw new Refusal('There is no patient with this address.')
    return `${found.profileId}\n`
  },
  async erase(deps, line) {
    const apply = line.options.has('apply')
    const profileId = idOf(line)
    const reason = neededOption(line, 'reason', USAGE)
    const outcome = await erasePatient(deps, {
      profileId,
      operator: operatorOf(line),
      reason,
      apply,
    })
    if (!outcome.ok) {
      throw new Refusal(
        outcome.reason === 'patient-not-found'
          ? `There is no patient ${profileId}.`
          : 'Nothing was changed: the identity provider did not delete the account. Try again later.',
      )
    }
    const unreadable =
      outcome.unreadableEnquiries === 0
        ? ''
        : `${outcome.unreadableEnquiries} enquiries cannot be decrypted with the configured keys; their sender is not known.\n`
    const head = apply
      ? `Patient ${profileId} is erased, with the account at the identity provider:\n`
      : `Nothing was changed. --apply would delete the account at the identity provider and these rows:\n`
    return `${head}${rowsOf(outcome.rows)}${unreadable}`
  },
  async retention(deps, line) {
    const apply = line.options.has('apply')
    const { due, erased, failed } = await runRetention(deps, apply ? operatorOf(line) : undefined)
    if (apply) {
      const failures = failed
        .map((each) => `${each.profileId}: ${errorLabel(each.error)}\n`)
        .join('')
      return `${erased.length} of ${due.length} patients erased.\n${failures}`
    }
    const ids = due.map((id) => `${id}\n`).join('')
    return `${ids}${due.length} patients are due; nothing was changed (--apply erases them).\n`
  },
  async reseal(deps, line) {
    const done = await resealAll(deps, operatorOf(line))
    const lines = done.map(({ table, resealed, unreadable, keys }) => {
      const held = keys.map(({ keyId, count }) => `${keyId}: ${count}`).join(', ')
      return `${table}: ${resealed} encrypted again, ${unreadable} unreadable; values by key: ${held || 'none'}\n`
    })
    return lines.join('')
  },
}

runCommand(async () => {
  const line = readCommandLine(process.argv.slice(2), {
    values: ['by', 'reason'],
    flags: ['apply'],
    usage: USAGE,
  })
  const command = COMMANDS[line.words[0] ?? '']
  if (command === undefined) throw new Refusal(USAGE)
  const env = patientsEnv(operatorEnvironment())
  const database = openDatabase({
    url: env.databaseUrl,
    poolMax: 2,
    clockOffsetSeconds: env.clockOffsetSeconds,
  })
  try {
    const deps = {
      database,
      clock: await databaseClock(database),
      sealer: createSealer(env.keys),
      identity: identityGateway(env.supabase),
      keyId: env.keys.data[0]?.id ?? '',
    }
    return await command(deps, line)
  } finally {
    await database.close()
  }
})
