import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { expect } from '@playwright/test'
import { Pool } from 'pg'
import { addDays, londonDate } from '#core/rules/time.ts'
import { keysEnv } from '#core/server/config/patients-env.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { importEvents } from '#events/commands/import-events.ts'
import { localKeys } from '#local/runtime/keys.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'

export type Addresses = {
  readonly site: string
  readonly mail: string
  readonly sms: string
  readonly paypal: string
  readonly auth: string
  readonly lake: string
  readonly database: string
}

/** The data directory of the site under test. */
export const dataDir = (): string => {
  const folder = env['E2E_DATA_DIR']
  if (folder === undefined) throw new Error('playwright.config.ts names E2E_DATA_DIR.')
  return folder
}

/** The URLs of the services of the site under test; `npm start` writes them when it is ready. */
export const addresses = (): Addresses =>
  JSON.parse(readFileSync(join(dataDir(), 'addresses.json'), 'utf8')) as Addresses

export const isReady = (): boolean => existsSync(join(dataDir(), 'addresses.json'))

/** The keys of the site under test, by the names of the environment. */
function keysOfSite() {
  const { dataKeys, lookupKey } = localKeys(dataDir())
  return { DATA_KEYS: dataKeys, LOOKUP_KEY: lookupKey }
}

let pool: Pool | undefined
let database: SqlDatabase | undefined

/** The database of the site under test; the tests of a worker share its connection. */
export function siteDatabase(): SqlDatabase {
  database ??= openSqlDatabase({ url: addresses().database, poolMax: 1 })
  return database
}

/** Runs a statement in the database of the site under test: for state that no page shows, or to set a time. */
export async function sql<Row extends object>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  // Not `siteDatabase`, which reads ids as numbers and days as text.
  pool ??= new Pool({
    connectionString: addresses().database,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => undefined)
  return (await pool.query<Row>(text, values)).rows
}

const COLUMNS = {
  external_ref: '',
  event_name: 'Harbour Hall screening',
  event_description: 'A morning of screening by the harbour.',
  event_date: '',
  start_time: '09:00',
  end_time: '11:00',
  session_duration: '20',
  price: '',
  product_name: 'Total PSA Test',
  product_price: '',
  payment_required: 'false',
  lab_name: 'Northgate Pathology',
  is_private: 'false',
  access_code: '',
  exclusive_for: '',
  audience: 'community',
  total_spaces: '6',
  places_per_slot: '1',
  contact_email: 'events@halyard.example',
  address_line_1: 'Harbour Hall',
  address_line_2: '2 Quay Street',
  city: 'Whitby',
  state: '',
  postcode: 'YO21 1AA',
  country: 'United Kingdom',
  latitude: '54.486',
  longitude: '-0.613',
  step_free_access: '',
  parking: '',
  hearing_loop: '',
  toilets: '',
  how_to_get_there: '',
  what_to_bring: '',
}
export type EventColumns = Partial<typeof COLUMNS>

export type ImportedEvent = { readonly id: number; readonly name: string; readonly date: string }

/** The first day at least `days` ahead that is no Sunday or Monday (their cut-offs are longer), as an ISO date. */
export function dayAhead(days: number): string {
  let date = addDays(londonDate(new Date()), days)
  while ([0, 1].includes(new Date(`${date}T12:00:00Z`).getUTCDay())) date = addDays(date, 1)
  return date
}

async function isListed(id: number): Promise<boolean> {
  const response = await fetch(`${addresses().site}/api/events`)
  const { events } = (await response.json()) as { events: { event_id: number }[] }
  return events.some((event) => event.event_id === id)
}

/**
 * Imports an event for one test with the code of the operators' command; by default free, public and 20 days ahead.
 * Not by the command itself, which takes a second to start; tests/integration/operations tests that.
 */
export async function importEvent(columns: EventColumns = {}): Promise<ImportedEvent> {
  const external_ref = `e2e-${randomBytes(6).toString('hex')}`
  const event_name = columns.event_name ?? `Screening ${external_ref.slice(4, 12)}`
  const row = { ...COLUMNS, event_date: dayAhead(20), ...columns, event_name, external_ref }
  const quoted = Object.values(row).map((value) => `"${value.replaceAll('"', '""')}"`)
  const outcome = await importEvents(
    { database: siteDatabase(), sealer: createSealer(keysEnv(keysOfSite())) },
    `${Object.keys(row).join(',')}\r\n${quoted.join(',')}\r\n`,
    'test',
  )
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults))
  const [found] = await sql<{ event_id: string }>(
    'select event_id from app.events where external_ref = $1',
    [external_ref],
  )
  const id = Number(found?.event_id)
  // Lists of events are shared for a second: the event must be on the page that the test opens next.
  await expect.poll(() => isListed(id), POLL).toBe(true)
  return { id, name: event_name, date: row.event_date }
}

/** Cancels an event, so that no list shows it any more. */
export async function cancelEvent(id: number): Promise<void> {
  await sql('select booking.cancel_event(p_event => $1)', [id])
}

/** Options of `expect.poll` for background work: a mail, a job, a released hold. */
export const POLL = { timeout: 30_000, intervals: [100] }

export type Mail = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Record<string, string>
  readonly attachments: { filename: string; contentType: string; content: string }[]
}

/** The mails to an address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${addresses().mail}/api/messages?to=${encodeURIComponent(address)}`)
  return (await response.json()) as Mail[]
}

/** The codes mailed to an address by the identity stand-in, newest first. */
export async function codesTo(address: string): Promise<string[]> {
  const mails = await mailsTo(address)
  return mails.flatMap(({ subject }) => /^Your code: (\d{6})$/.exec(subject)?.[1] ?? [])
}

/** An event in Ipswich, a mile from IP4. */
export const near = (more: EventColumns = {}) =>
  importEvent({
    city: 'Ipswich',
    postcode: 'IP4 2BE',
    latitude: '52.06',
    longitude: '1.18',
    ...more,
  })
