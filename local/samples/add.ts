import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { londonDate } from '../../src/core/rules/time.ts'
import type { Environment } from '../runtime/child.ts'
import type { SamplePatient } from '../runtime/records.ts'
import { EXIT_WITH_PARENT } from '../runtime/site.ts'
import type { Start } from '../runtime/stand-ins.ts'
import { eventsCsv } from './csv.ts'
import { type DatedEvent, missingEvents } from './events.ts'
import { bookNextTime, enrol, signOut } from './patients.ts'
import { fillers, resultPatients, samplePatients } from './people.ts'
import { readSampleRecord, type SampleRecord, writeSampleRecord } from './record.ts'
import { sampleClinics } from './results.ts'
import { type Visitor, visit } from './site-client.ts'
import { FULL_EVENT } from './special-events.ts'
import { addStaff, COORDINATOR } from './staff.ts'

/** The accounts that the samples have. */
type AddedSamples = Pick<SampleRecord, 'patients' | 'staff'>

/**
 * Adds missing sample staff, events and patients, and returns the accounts. Each step is recorded in a file beside the
 * database, so that a later start does not repeat it and a new database gets new samples.
 */
export async function addSamples(start: Start, env: Environment): Promise<AddedSamples> {
  const { settings, keys, progress } = start
  if (!settings.samples) return { patients: [], staff: [] }
  const folder = join(settings.dataDir, 'postgres')
  let record = readSampleRecord(folder)
  const keep = (change: Partial<SampleRecord>) => {
    record = { ...record, ...change }
    writeSampleRecord(folder, record)
  }
  if (record.staff.length === 0) {
    keep({ staff: await addStaff(start, env) })
    progress.step(`${record.staff.length} sample accounts of staff added`)
  }
  const today = londonDate(siteTime(env))
  const missing = missingEvents(record, today)
  const isNewSet = missing.some(({ ref }) => ref === FULL_EVENT)
  if (missing.length > 0) {
    await importEvents(start, env, missing)
    keep({
      sets: isNewSet ? [...record.sets, today] : record.sets,
      closing: [...record.closing, ...missing.filter(isClosing).map((event) => event.externalRef)],
      toFill: [...record.toFill, ...missing.filter(({ ref }) => ref === FULL_EVENT)],
    })
    progress.step(`${missing.length} sample events added`)
  }
  const newVisitor = () => visit(`http://localhost:${settings.port}`, settings.siteUrl)
  const known = new Set(record.patients.map(({ email }) => email))
  const unknown = [...samplePatients, ...resultPatients].filter(({ email }) => !known.has(email))
  // One after the other: hashing several passwords at the same time takes longer than the site waits for the identity provider.
  for (const person of unknown) {
    const visitor = newVisitor()
    const patient = await enrol(visitor, person, keys.samplePassword)
    await signOut(visitor)
    keep({ patients: [...record.patients, patient] })
  }
  if (unknown.length > 0) progress.step(`${unknown.length} sample patients added`)
  for (const event of record.toFill) {
    await fill(newVisitor, event, keys.samplePassword)
    keep({ toFill: record.toFill.filter(({ externalRef }) => externalRef !== event.externalRef) })
  }
  if (!record.results) {
    await addResults(start, env, record.patients, today)
    keep({ results: true })
    progress.step('The sample results are added')
  }
  return record
}

/** The site's time, which tests may change. */
function siteTime(env: Environment): Date {
  return new Date(Date.now() + Number(env['CLOCK_OFFSET_SECONDS'] ?? 0) * 1000)
}

function isClosing({ ref }: DatedEvent): boolean {
  return ref === 'closing'
}

/** The published events, then the drafts. */
async function importEvents(
  { settings, supervisor }: Start,
  env: Environment,
  events: readonly DatedEvent[],
): Promise<void> {
  for (const isDraft of [false, true]) {
    const these = events.filter((event) => (event.isDraft ?? false) === isDraft)
    if (these.length === 0) continue
    const file = join(settings.dataDir, isDraft ? 'sample-drafts.csv' : 'sample-events.csv')
    writeFileSync(file, eventsCsv(these))
    const flags = isDraft ? ['--draft'] : []
    await supervisor.run({
      name: 'The import of the sample events',
      args: [
        ...EXIT_WITH_PARENT,
        'scripts/events.ts',
        'import',
        file,
        '--by',
        COORDINATOR,
        ...flags,
      ],
      folder: settings.root,
      env,
      log: join(settings.dataDir, 'logs/samples.log'),
    })
  }
}

/** Past clinics, each played at its own time by the operations of the commands. */
async function addResults(
  { settings, supervisor }: Start,
  env: Environment,
  patients: readonly SamplePatient[],
  today: string,
): Promise<void> {
  const file = join(settings.dataDir, 'sample-results.json')
  writeFileSync(file, JSON.stringify(sampleClinics(today, patients)))
  await supervisor.run({
    name: 'The sample results',
    args: [
      ...EXIT_WITH_PARENT,
      'scripts/sample-results.ts',
      file,
      join(settings.dataDir, 'sample-laboratory-file.csv'),
    ],
    folder: settings.root,
    env,
    log: join(settings.dataDir, 'logs/samples.log'),
  })
}

/** Sequential: parallel bookings could choose the same slot. */
async function fill(newVisitor: () => Visitor, event: DatedEvent, password: string): Promise<void> {
  for (const person of fillers(event.date)) {
    const visitor = newVisitor()
    await bookNextTime(visitor, await enrol(visitor, person, password), event)
    await signOut(visitor)
  }
}
