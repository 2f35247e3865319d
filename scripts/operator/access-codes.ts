import { writeFileSync } from 'node:fs'
import { addDays, londonInstant } from '#core/rules/time.ts'
import { readDay } from '#core/rules/typed-cell.ts'
import { siteUrlEnv } from '#core/server/config/command-env.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { cardHtml, cardText } from '#events/commands/access-card.ts'
import {
  ACCESS_CODE_REFUSALS,
  type AccessCodeRefusal,
  accessCodeTable,
  addAccessCode,
  revokeAccessCode,
} from '#events/commands/access-codes.ts'
import { ACCESS_CODE_LENGTH } from '#events/rules/access-code.ts'
import { eventName } from '#events/rules/event.ts'
import { type CommandLine, neededId, neededOption, Refusal } from './command-line.ts'
import { operatorEnvironment } from './environment.ts'

export const ACCESS_CODE_USAGE = `npm run events -- codes <id> add --label <for whom> --by <your name>
    [--uses <patients>] [--from <dd/mm/yyyy>] [--until <dd/mm/yyyy>] [--code <your choice>] [--card <file.html>]
    adds an access code to a private event, prints its card, and writes it with link and QR code to a file to print
npm run events -- codes <id> list [--reveal --by <your name>]
npm run events -- codes <id> revoke <code id> --by <your name>
    ends a code at once; booked appointments stay`
/** The options of these commands. */
export const ACCESS_CODE_OPTIONS = {
  values: ['label', 'uses', 'from', 'until', 'code', 'card'],
  flags: ['reveal'],
} as const

type Deps = { readonly database: Database; readonly sealer: Sealer }

const refusalOf = (reason: AccessCodeRefusal) => new Refusal(ACCESS_CODE_REFUSALS[reason])

function usesOf({ options }: CommandLine): number | null {
  const uses = options.get('uses')
  if (uses === undefined) return null
  if (!/^[1-9]\d{0,5}$/.test(uses)) throw new Refusal('--uses needs a whole number above 0.')
  return Number(uses)
}

/** The start of a day in London; `until` names the last day of validity. */
function dayOf({ options }: CommandLine, name: 'from' | 'until'): Date | null {
  const text = options.get(name)
  if (text === undefined) return null
  const day = readDay(text)
  if (day === undefined) throw new Refusal(`--${name} needs a day, dd/mm/yyyy.`)
  return londonInstant(name === 'until' ? addDays(day, 1) : day, '00:00')
}

function codeOf({ options }: CommandLine) {
  const code = options.get('code')?.trim()
  if (code === undefined) return {}
  if (code.length > ACCESS_CODE_LENGTH) {
    throw new Refusal(`--code has at most ${ACCESS_CODE_LENGTH} characters.`)
  }
  return { code }
}

async function add(deps: Deps, line: CommandLine, usage: string): Promise<string> {
  const eventId = neededId(line, usage)
  const label = neededOption(line, 'label', usage)
  const operator = neededOption(line, 'by', usage)
  const siteUrl = siteUrlEnv(operatorEnvironment())
  const [validFrom, validUntil] = [dayOf(line, 'from'), dayOf(line, 'until')]
  if (validFrom !== null && validUntil !== null && validUntil <= validFrom) {
    throw new Refusal('--until is before --from.')
  }
  const request = { label, ...codeOf(line), mostUses: usesOf(line), validFrom, validUntil }
  const added = await addAccessCode(deps, eventId, request, operator)
  if (typeof added === 'string') throw refusalOf(added)
  const { event, code } = added
  const name = eventName(event, 'Screening')
  const card = { eventId, name, date: event.date, city: event.city, code }
  const file = line.options.get('card') ?? `access-code-${eventId}-${Date.now()}.html`
  writeFileSync(file, cardHtml(card, siteUrl), { mode: 0o600 })
  return `${cardText(card, siteUrl)}To print: ${file}. It opens the event: keep it from others, and delete it afterwards.\n`
}

async function list(deps: Deps, line: CommandLine, usage: string): Promise<string> {
  const reveal = line.options.has('reveal') ? neededOption(line, 'by', usage) : undefined
  const table = await accessCodeTable(deps, neededId(line, usage), reveal)
  if (table in ACCESS_CODE_REFUSALS) throw refusalOf(table as AccessCodeRefusal)
  return table
}

async function revoke(deps: Deps, line: CommandLine, usage: string): Promise<string> {
  const operator = neededOption(line, 'by', usage)
  const revoked = await revokeAccessCode(deps, neededId(line, usage), line.words[3] ?? '', operator)
  if (typeof revoked === 'string') throw refusalOf(revoked)
  return `The code '${revoked.label}' is revoked. ${revoked.used} booked appointments stay.\n`
}

/** `codes <id> add|list|revoke`. */
export function accessCodes(deps: Deps, line: CommandLine, usage: string): Promise<string> {
  const [, , action] = line.words
  if (action === 'add') return add(deps, line, usage)
  if (action === 'list') return list(deps, line, usage)
  if (action === 'revoke') return revoke(deps, line, usage)
  throw new Refusal(usage)
}
