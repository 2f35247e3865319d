import { join } from 'node:path'
import { readJson, writeJson } from '../runtime/json-file.ts'
import type { SamplePatient, SampleStaff } from '../runtime/records.ts'
import type { DatedEvent, EventRecord } from './events.ts'

/** The samples that a database contains. */
export type SampleRecord = EventRecord & {
  patients: readonly SamplePatient[]
  staff: readonly SampleStaff[]
  /** Events whose places the samples still have to fill. */
  toFill: readonly DatedEvent[]
  /** Whether the past clinics with their results are there. */
  results: boolean
}

const nothing: SampleRecord = {
  sets: [],
  closing: [],
  patients: [],
  staff: [],
  toFill: [],
  results: false,
}
const file = 'samples.json'

export function readSampleRecord(folder: string): SampleRecord {
  const kept = readJson(join(folder, file))
  return typeof kept === 'object' && kept !== null ? { ...nothing, ...kept } : nothing
}

export function writeSampleRecord(folder: string, record: SampleRecord): void {
  // Contains passwords.
  writeJson(join(folder, file), record, 0o600)
}
