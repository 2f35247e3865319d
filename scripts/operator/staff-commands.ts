import { isEmail, normaliseEmail } from '#core/rules/email-address.ts'
import { INVITATION_HOURS } from '#core/rules/link-life.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import { siteUrlEnv } from '#core/server/config/command-env.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { resultsEnv } from '#core/server/config/results-env.ts'
import { readClock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { createSealer, type Sealer } from '#core/server/security/seal.ts'
import { readStaffName } from '#staff/rules/person-form.ts'
import { findFactor } from '#staff/server/database/factors.ts'
import { findStaff } from '#staff/server/database/staff.ts'
import { codeAt } from '#staff/server/factor.ts'
import { inviteFirst, type StaffTeam, staffTeamService } from '#staff/server/team.ts'
import { TEAM_REFUSALS } from '#staff/texts/team.ts'
import { type Ask, ask, askAddress } from './ask.ts'
import {
  type CommandLine,
  chosenCommand,
  neededId,
  neededOption,
  Refusal,
  readCommandLine,
} from './command-line.ts'
import { usesStandIns } from './environment.ts'
import { onDatabase } from './on-database.ts'
import { checkBy } from './staff.ts'

const USAGE = `npm run staff -- first-administrator "Name" --by <your name>
    asks for the e-mail address, or reads it from standard input; prints the link with which the first administrator joins, within ${INVITATION_HOURS} hours.
    Refused while an administrator is active; repeated, it replaces the link
npm run staff -- list
    the accounts of staff with their ids, roles and states
npm run staff -- suspend <id> --by <name> --reason <why>
    ends the sessions of an account; it cannot sign in any more
npm run staff -- reset-factor <id> --by <name> --reason <why>
    removes a lost authenticator app: the person sets it up again at the next sign-in
npm run staff -- code <e-mail>
    the code of this moment of a sample account; with the stand-ins of npm start only
As soon as an account is active, --by names one. The reason is kept in the audit log: write nothing about a patient.`

type Deps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly team: StaffTeam
  readonly ask: Ask
  readonly source: Source
}
type Command = (deps: Deps, line: CommandLine) => Promise<string>

const FIRST_REFUSALS = {
  'has-administrator':
    'There is an active administrator, who invites others at /staff/team. Nothing was changed.',
  'known-person': 'Another account has this address or this name. Nothing was changed.',
} as const

/** A change of one account that the team's page has too. */
const changing =
  (change: 'suspend' | 'resetFactor', done: string): Command =>
  async ({ team }, line) => {
    const staffId = neededId(line, USAGE)
    const by = neededOption(line, 'by', USAGE)
    const reason = neededOption(line, 'reason', USAGE)
    const refusal = await team[change]({ by, reason }, { staffId })
    if (refusal !== undefined) throw new Refusal(TEAM_REFUSALS[refusal])
    return `${done}\n`
  }

const COMMANDS: Record<string, Command> = {
  async 'first-administrator'({ database, source, ask: askPerson }, line) {
    const by = neededOption(line, 'by', USAGE)
    const [command = '', typed = '', ...more] = line.words
    const name = readStaffName(typed)
    if (name === undefined) throw new Refusal(USAGE)
    const email = normaliseEmail(
      await askAddress(askPerson, { ...line, words: [command, ...more] }),
    )
    if (!isEmail(email)) throw new Refusal('This is not an e-mail address. Nothing was changed.')
    const siteUrl = siteUrlEnv(source)
    const invited = await inviteFirst(database, by, { name, email })
    if (typeof invited === 'string') throw new Refusal(FIRST_REFUSALS[invited])
    return `${mailedLink(siteUrl, '/staff/join', invited.token)}\nThe link works once, within ${INVITATION_HOURS} hours. The person who opens it becomes the administrator: give it only to this person.\n`
  },
  async list({ team }) {
    const people = await team.list()
    return people
      .map(({ staffId, name, email, roles, state }) =>
        [staffId, name, email, roles.join(' '), state].join('  '),
      )
      .join('\n')
      .concat('\n')
  },
  suspend: changing('suspend', 'The account is suspended, and its sessions have ended.'),
  'reset-factor': changing(
    'resetFactor',
    'The authenticator app is removed: the person sets it up again at the next sign-in.',
  ),
  async code({ database, sealer, source }, line) {
    if (!usesStandIns(source)) throw new Refusal('code is for the stand-ins of npm start only.')
    const email = normaliseEmail(line.words[1] ?? '')
    const person = await findStaff(database, { email })
    const factor = person?.user_id ? await findFactor(database, sealer, person.user_id) : undefined
    if (factor === undefined)
      throw new Refusal('There is no account with this address and a factor.')
    return `${codeAt(factor.secret, await readClock(database))}\n`
  },
}

/**
 * Runs `npm run staff`; returns what it prints.
 * @throws Refusal with the text for the operator.
 * @throws EnvironmentError when a variable is missing or malformed.
 */
export async function runStaffCommand(
  args: readonly string[],
  environment: () => Source,
  askPerson: Ask = ask,
): Promise<string> {
  const line = readCommandLine(args, { values: ['by', 'reason'], flags: [], usage: USAGE })
  const command = chosenCommand(COMMANDS, line, USAGE)
  const source = environment()
  const { keys, ...access } = resultsEnv(source)
  return await onDatabase(access, async (database) => {
    const named = await checkBy(database, line)
    const sealer = createSealer(keys)
    const limiter = createLimiter(database, (subject) => sealer.lookup(subject, 'limit'))
    const team = staffTeamService({ database, limiter, nudgeJobs: () => undefined })
    return await command({ database, sealer, team, ask: askPerson, source }, named)
  })
}
