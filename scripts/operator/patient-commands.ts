import { removeNumber, sameNumbers } from '#account/commands/same-numbers.ts'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { type ResealDeps, resealAll } from '#app/commands/reseal.ts'
import { type RetentionDeps, runRetention } from '#app/commands/retention.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { patientsEnv } from '#core/server/config/patients-env.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { countOf } from '#core/texts/count.ts'
import { eraseAddress } from '#portal/commands/erase-address.ts'
import { erasePatient } from '#portal/commands/erase-patient.ts'
import { findPatient } from '#portal/commands/find-patient.ts'
import { type Ask, ask, askAddress } from './ask.ts'
import {
  type CommandLine,
  chosenCommand,
  neededId,
  neededOption,
  Refusal,
  readCommandLine,
} from './command-line.ts'
import { onDatabase } from './on-database.ts'
import { checkBy } from './staff.ts'

const USAGE = `npm run patients -- find --by <your name>
    asks for an e-mail address, or reads it from standard input; prints the patient's id
npm run patients -- same-numbers --by <your name>
    the patients who have one NHS number in common, whom the site asks to call
npm run patients -- remove-number <id> --by <your name> --reason <why>
    removes a patient's NHS number, after a call
npm run patients -- erase <id> --by <your name> --reason <why> [--apply]
    counts what an erasure deletes; --apply deletes it
npm run patients -- erase-address --by <your name> --reason <why> [--apply]
    the same for an address that is no patient's, which it asks for: enquiries, newsletter, an unfinished account
npm run patients -- retention [--apply --by <your name>]
    the patients whose last test was more than eight years ago; --apply erases them
npm run patients -- reseal --by <your name>
    encrypts every stored value under the first key of DATA_KEYS, padded to one length
An e-mail address is never an argument: other users of the machine could read it. The reason is kept in the audit log: write no
name and nothing clinical.`

type Deps = RetentionDeps & ResealDeps & { readonly ask: Ask }
type Command = (deps: Deps, line: CommandLine) => Promise<string>

const operatorOf = (line: CommandLine) => neededOption(line, 'by', USAGE)

const rowsOf = (rows: Readonly<Record<string, number>>) =>
  Object.entries(rows)
    .map(([table, count]) => `${String(count).padStart(6)}  ${table}\n`)
    .join('')

/** The deleted rows, and a warning. */
const reportOf = ({
  rows,
  unreadableEnquiries: unreadable,
}: {
  rows: Readonly<Record<string, number>>
  unreadableEnquiries: number
}) =>
  unreadable === 0
    ? rowsOf(rows)
    : `${rowsOf(rows)}${countOf(unreadable, 'enquiry', 'enquiries')} cannot be decrypted with the configured keys; their sender is not known.\n`

const ACCOUNT_NOT_DELETED =
  'Nothing was changed: the identity provider did not delete the account. Try again later.'

const ERASURE_WARNINGS = {
  'result-pending':
    'WARNING: a result of this patient is still to come, or is held. After the erasure it cannot reach the patient: tell them first.\n',
  'appointment-begun':
    'WARNING: an appointment of this patient has begun or was in the last two weeks, and is not marked as attended or missed. If a sample was taken, it would have no patient: ask the event staff first.\n',
  'payment-in-progress':
    'WARNING: a payment of this patient is under way. If money is taken, it is returned, without a mail.\n',
} as const

const CASE_OPEN =
  'Nothing was changed: a result of this patient was another patient’s, or theirs may be. Finish the checklist on /staff/calls first.'

const NUMBER_REFUSALS = {
  'no-number': 'Nothing was changed: there is no such patient, or no number.',
  'number-needed':
    'Nothing was changed: an upcoming appointment needs the number. Cancel the appointment first.',
} as const

const ADDRESS_REFUSALS = {
  'is-patient': 'This is the address of a patient: use find and erase.',
  'is-staff': 'This is the address of a member of staff: use npm run staff.',
  'account-not-deleted': ACCOUNT_NOT_DELETED,
} as const

const COMMANDS: Record<string, Command> = {
  async find({ database, ask }, line) {
    const operator = operatorOf(line)
    const found = await findPatient(database, await askAddress(ask, line), operator)
    if (found === undefined) throw new Refusal('There is no patient with this address.')
    return `${found.profileId}\n`
  },
  'same-numbers': ({ database }, line) => sameNumbers(database, operatorOf(line)),
  async 'remove-number'({ database }, line) {
    const profileId = neededId(line, USAGE)
    const reason = neededOption(line, 'reason', USAGE)
    const refusal = await removeNumber(database, { profileId, operator: operatorOf(line), reason })
    if (refusal !== undefined) throw new Refusal(NUMBER_REFUSALS[refusal])
    return `The NHS number of patient ${profileId} is removed.\n`
  },
  async erase(deps, line) {
    const apply = line.options.has('apply')
    const profileId = neededId(line, USAGE)
    const reason = neededOption(line, 'reason', USAGE)
    const outcome = await erasePatient(deps, {
      profileId,
      operator: operatorOf(line),
      reason,
      apply,
    })
    if (!outcome.ok) {
      if (outcome.reason === 'case-open') throw new Refusal(CASE_OPEN)
      throw new Refusal(
        outcome.reason === 'patient-not-found'
          ? `There is no patient ${profileId}.`
          : ACCOUNT_NOT_DELETED,
      )
    }
    const head = apply
      ? `Patient ${profileId} is erased, with the account at the identity provider:\n`
      : `Nothing was changed. --apply would delete the account at the identity provider and these rows:\n`
    const { closingRefusal } = outcome
    const warning = closingRefusal === null ? '' : ERASURE_WARNINGS[closingRefusal]
    return `${head}${reportOf(outcome)}${warning}`
  },
  async 'erase-address'(deps, line) {
    const apply = line.options.has('apply')
    const operator = operatorOf(line)
    const reason = neededOption(line, 'reason', USAGE)
    const email = await askAddress(deps.ask, line)
    const outcome = await eraseAddress(deps, { email, operator, reason, apply })
    if (!outcome.ok) throw new Refusal(ADDRESS_REFUSALS[outcome.reason])
    const head = apply
      ? 'The address is erased. An account without a session here must be deleted at the identity provider:\n'
      : 'Nothing was changed. --apply would delete:\n'
    return `${head}${reportOf(outcome)}`
  },
  async retention(deps, line) {
    const apply = line.options.has('apply')
    const { due, erased, failed } = await runRetention(deps, apply ? operatorOf(line) : undefined)
    if (apply) {
      const failures = failed.map((each) => `${each.profileId}: ${causeOf(each.error)}\n`).join('')
      return `${erased.length} of ${due.length} patients erased.\n${failures}`
    }
    const ids = due.map((id) => `${id}\n`).join('')
    return `${ids}${countOf(due.length, 'patient is', 'patients are')} due; nothing was changed (--apply erases them).\n`
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

/**
 * Runs `npm run patients` with these arguments and returns what it prints.
 * @throws Refusal with the text for the operator.
 * @throws EnvironmentError when a variable is missing or malformed.
 */
export async function runPatientCommand(
  args: readonly string[],
  environment: () => Source,
  askPerson: Ask = ask,
): Promise<string> {
  const line = readCommandLine(args, {
    values: ['by', 'reason'],
    flags: ['apply'],
    usage: USAGE,
  })
  const command = chosenCommand(COMMANDS, line, USAGE)
  const { keys, supabase, ...access } = patientsEnv(environment())
  return await onDatabase(access, async (database) => {
    const named = await checkBy(database, line)
    return await command(
      {
        database,
        ask: askPerson,
        clock: await databaseClock(database),
        sealer: createSealer(keys),
        identity: accountGateway(supabase),
        keyId: keys.data[0]?.id ?? '',
      },
      named,
    )
  })
}
