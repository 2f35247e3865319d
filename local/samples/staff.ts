import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StaffRole } from '../../src/core/rules/permissions.ts'
import type { Environment } from '../runtime/child.ts'
import { readJson, writeJson } from '../runtime/json-file.ts'
import type { SampleStaff } from '../runtime/records.ts'
import { EXIT_WITH_PARENT } from '../runtime/site.ts'
import type { Start } from '../runtime/stand-ins.ts'

/** A sample person of the staff; the administrator comes first, and invites the others. */
export type SamplePerson = { name: string; email: string; role: StaffRole; registration?: string }

/** Imports the sample events. */
export const COORDINATOR = 'Mo Finch'

const PEOPLE: readonly SamplePerson[] = [
  { name: 'Olive Ward', email: 'olive.ward@halyard.example', role: 'administrator' },
  { name: COORDINATOR, email: 'mo.finch@halyard.example', role: 'coordinator' },
  { name: 'Bea Lund', email: 'bea.lund@halyard.example', role: 'phlebotomist' },
  {
    name: 'Ada Quill',
    email: 'ada.quill@halyard.example',
    role: 'clinician',
    registration: 'GMC 0000001',
  },
  {
    name: 'Ben Ashe',
    email: 'ben.ashe@halyard.example',
    role: 'clinician',
    registration: 'GMC 0000002',
  },
]

/** Adds the sample staff by the operations of invitation and joining; returns them with password and secret. May be repeated. */
export async function addStaff(
  { settings, keys, supervisor }: Start,
  env: Environment,
): Promise<readonly SampleStaff[]> {
  const file = join(settings.dataDir, 'sample-staff.json')
  writeJson(file, { people: PEOPLE, password: keys.samplePassword }, 0o600)
  try {
    await supervisor.run({
      name: 'The sample staff',
      args: [...EXIT_WITH_PARENT, 'scripts/sample-staff.ts', file],
      folder: settings.root,
      env,
      log: join(settings.dataDir, 'logs/samples.log'),
    })
    return readJson(file) as SampleStaff[]
  } finally {
    rmSync(file, { force: true })
  }
}
