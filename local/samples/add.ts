import type { Environment } from '../runtime/child.ts'
import type { SamplePatient } from '../runtime/records.ts'
import type { Start } from '../runtime/stand-ins.ts'

/** placeholder until the API stands */
export async function addSamples(_start: Start, _env: Environment): Promise<SamplePatient[]> {
  return []
}
