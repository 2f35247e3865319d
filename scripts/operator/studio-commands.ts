import * as z from 'zod/mini'
import { spelledCountOf } from '#domain/texts/count.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Source } from '#server/config/env-variables.ts'
import { INVITATION_DAYS, LAKE_PROJECT_ID, LAKE_STAFF_PATH } from '#shared/stand-in-lake.ts'
import {
  type CommandLine,
  chosenCommand,
  neededOption,
  Refusal,
  readCommandLine,
} from './command-line.ts'

const USAGE = `npm run studio -- list                                                      who may sign in to the Studio
npm run studio -- invite <email> --name <name> --role <role>                prints a link on which they choose a password
npm run studio -- role <email> <role>                                       changes what they may do, at once
npm run studio -- remove <email>                                            ends their access at once
npm run studio -- history [--days 30]                                       who published what

Roles: administrator, editor, viewer. 'invite' for a known address prints a new link, for a forgotten password.`

const HOSTED =
  'The content is in hosted Sanity: invite people, change roles and read the audit at https://www.sanity.io/manage (docs/operating.md, "Hosted Sanity").'

const accountsAnswer = z.object({
  accounts: z.array(
    z.object({ email: z.string(), name: z.string(), role: z.string(), state: z.string() }),
  ),
})
const linkAnswer = z.object({ link: z.string() })
const historyAnswer = z.object({
  entries: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      did: z.string(),
      documentId: z.string(),
      documentType: z.string(),
      title: z.string(),
    }),
  ),
})
const errorAnswer = z.object({ message: z.string() })

type Ask = (path: string, body?: Record<string, string>) => Promise<unknown>

/** Sends a request to the lake of the environment. Throws Refusal with the lake's message. */
const askerOf =
  (environment: Source): Ask =>
  async (path, body) => {
    const { LAKE_ORIGIN: origin, LAKE_TOKEN: token, SANITY_PROJECT_ID: project } = environment
    if (project && project !== LAKE_PROJECT_ID) throw new Refusal(HOSTED)
    if (!(origin && token))
      throw new Refusal(
        'Nothing runs here: start the lake with npm start, or set LAKE_ORIGIN and LAKE_TOKEN.',
      )
    const response = await fetch(`${origin}${LAKE_STAFF_PATH}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Refusal(`The content lake does not answer at ${origin}.`)
    })
    const answer: unknown = await response.json()
    if (!response.ok) {
      const refused = errorAnswer.safeParse(answer)
      throw new Refusal(
        refused.success ? refused.data.message : `The lake answered ${response.status}`,
      )
    }
    return answer
  }

const neededWord = ({ words }: CommandLine, index: number): string => {
  const word = words[index]
  if (word === undefined) throw new Refusal(USAGE)
  return word
}

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join('  ')}\n`).join('')

const COMMANDS: Record<string, (line: CommandLine, ask: Ask) => Promise<string>> = {
  async list(_line, ask) {
    const { accounts } = accountsAnswer.parse(await ask(''))
    return table(
      accounts.map(({ state, role, name, email }) => [
        state.padEnd(8),
        role.padEnd(13),
        `${name} <${email}>`,
      ]),
    )
  },
  async invite(line, ask) {
    const email = neededWord(line, 1)
    const name = neededOption(line, 'name', USAGE)
    const role = neededOption(line, 'role', USAGE)
    const { link } = linkAnswer.parse(await ask('', { action: 'invite', email, name, role }))
    const life = spelledCountOf(INVITATION_DAYS, 'day')
    return `Give this link to ${name}, and to nobody else. It works once, for ${life}:\n${link}\n`
  },
  async role(line, ask) {
    const [email, role] = [neededWord(line, 1), neededWord(line, 2)]
    await ask('', { action: 'role', email, role })
    return `${email} is ${role} now.\n`
  },
  async remove(line, ask) {
    const email = neededWord(line, 1)
    await ask('', { action: 'remove', email })
    return `${email} can no longer sign in. Their name stays in the history.\n`
  },
  async history(line, ask) {
    const days = Number(line.options.get('days') ?? 30)
    if (!(days > 0)) throw new Refusal(USAGE)
    const since = new Date(Date.now() - days * 24 * HOUR_MS).toISOString()
    const { entries } = historyAnswer.parse(await ask(`/history?since=${since}`))
    return table(
      entries.map(({ at, did, by, documentType, title, documentId }) => [
        `${at.slice(0, 19)}Z`,
        did.padEnd(11),
        by,
        `${documentType}: ${title} (${documentId})`,
      ]),
    )
  },
}

/** A command of `npm run studio`: accounts of the local lake's Studio, and the audit. */
export async function studioCommand(args: readonly string[], environment: Source): Promise<string> {
  const line = readCommandLine(args, {
    values: ['name', 'role', 'days'],
    flags: [],
    usage: USAGE,
  })
  return await chosenCommand(COMMANDS, line, USAGE)(line, askerOf(environment))
}
