import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseEnv } from '#server/config/command-env.ts'
import { EnvironmentError } from '#server/config/env.ts'
import { databaseClock } from '#server/database/clock.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { cancelEvent } from '#server/operations/cancel-event.ts'
import { importEvents } from '#server/operations/import-events.ts'
import { failedMails, upcomingEvents } from '#server/operations/list-events.ts'
import { subscribersCsv } from '#server/operations/list-subscribers.ts'
import { unverifiedBookings } from '#server/operations/list-unverified.ts'
import { runSheet } from '#server/operations/run-sheet.ts'
import { reviveJob } from '#server/repositories/jobs/dead-jobs.ts'

const USAGE = `npm run events -- import <file.csv>      imports or updates events; all or nothing
npm run events -- cancel <id>            cancels an event; its appointments are cancelled and the patients informed by mail
npm run events -- list                   the upcoming events with their ids
npm run events -- list <id> [--csv]      the run sheet of an event
npm run events -- unverified             the upcoming bookings of unverified addresses, by network
npm run events -- subscribers            the confirmed newsletter subscriptions, as CSV
npm run events -- failed-mail            the mails that were given up
npm run events -- retry-mail <job id>    sends one of them again`

/** An invalid command line or a refused command; the message is for the operator. */
class Refusal extends Error {}

function readText(file: string | undefined): string {
  if (file === undefined) throw new Refusal(USAGE)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    throw new Refusal(
      isMissing
        ? `There is no file ${file}.`
        : `${file} is not UTF-8 text: save it as "CSV UTF-8".`,
    )
  }
}

function readId(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw new Refusal(USAGE)
  return Number(text)
}

const noEvent = (id: number) => new Refusal(`There is no event ${id}.`)

type Command = (database: Database, words: readonly string[]) => Promise<string>

const COMMANDS: Record<string, Command> = {
  async import(database, [file]) {
    const outcome = await importEvents(database, readText(file))
    if (outcome.ok) return `${outcome.created} events created, ${outcome.updated} updated.\n`
    const faults = outcome.faults.map(
      ({ line, field, problem }) => `line ${line}, ${field}: ${problem}`,
    )
    throw new Refusal([...faults, `Nothing was changed: ${faults.length} faults.`].join('\n'))
  },
  async cancel(database, [word]) {
    const id = readId(word)
    const cancelled = await cancelEvent(database, id)
    if (cancelled === undefined) throw noEvent(id)
    return `Event ${id} is cancelled; ${cancelled} appointments cancelled; the patients will be informed by mail.\n`
  },
  async list(database, [word, option]) {
    const at = (await databaseClock(database)).now()
    if (word === undefined) return upcomingEvents(database, at)
    const id = readId(word)
    const sheet = await runSheet(database, id, option === '--csv' ? 'csv' : 'text', at)
    if (sheet === undefined) throw noEvent(id)
    return sheet
  },
  unverified: async (database) =>
    unverifiedBookings(database, (await databaseClock(database)).now()),
  subscribers: subscribersCsv,
  'failed-mail': (database) => failedMails(database),
  async 'retry-mail'(database, [word]) {
    const id = readId(word)
    if (!(await reviveJob(database, id)))
      throw new Refusal(`There is no mail with the job id ${id} that was given up.`)
    return `Job ${id} is queued again.\n`
  },
}

/** The database of DATABASE_URL; without it, outside production, the local database of `npm start`. */
function databaseUrl(): { databaseUrl: string; clockOffsetSeconds: number } {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const addresses = join(process.env['DATA_DIR'] ?? '.data', 'addresses.json')
  const isLocal = !process.env['DATABASE_URL'] && process.env['NODE_ENV'] !== 'production'
  if (!isLocal || !existsSync(addresses)) return databaseEnv(process.env)
  const { database } = JSON.parse(readFileSync(addresses, 'utf8')) as { database?: string }
  process.stderr.write('DATABASE_URL is not set: using the local database of npm start.\n')
  return databaseEnv({ ...process.env, DATABASE_URL: database })
}

async function main([name = '', ...words]: string[]): Promise<void> {
  const command = COMMANDS[name]
  if (command === undefined) throw new Refusal(USAGE)
  const { databaseUrl: url, clockOffsetSeconds } = databaseUrl()
  const database = openDatabase({ url, poolMax: 2, clockOffsetSeconds })
  try {
    process.stdout.write(await command(database, words))
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1
  if (error instanceof Refusal || error instanceof EnvironmentError) console.error(error.message)
  else console.error(`The command failed: ${error instanceof Error ? error.message : error}`)
})
