import { isNumberNeeded } from '#account/server/database/profiles.ts'
import {
  clearNumber,
  listSameNumbers,
  type PatientWithNumber,
} from '#account/server/database/same-numbers.ts'
import { alignColumns } from '#core/commands/columns.ts'
import { inOneLine } from '#core/rules/one-line.ts'
import { formatShortDate, londonDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'

const HEADINGS = ['id', 'name', 'date of birth', 'phone', 'e-mail', 'since', 'ESNEFT appointment']

const cellsOf = (patient: PatientWithNumber): string[] => [
  String(patient.profileId),
  inOneLine(`${patient.firstName} ${patient.lastName}`),
  patient.birthDate === null ? '' : formatShortDate(patient.birthDate),
  inOneLine(patient.phone ?? ''),
  `${patient.email}${patient.isVerified ? '' : ' (not confirmed)'}`,
  formatShortDate(londonDate(patient.createdAt)),
  patient.appointmentAt === null ? '' : formatShortDate(londonDate(patient.appointmentAt)),
]

/**
 * The patients who have an NHS number in common, those with one number below each other; never the number (NHS-02). Adds an audit
 * entry, because the list contains personal data.
 */
export async function sameNumbers(database: Database, operator: string): Promise<string> {
  const groups = await listSameNumbers(database)
  await insertAudit(database, {
    actor: null,
    action: 'same-numbers-read',
    subject: 'profiles',
    requestId: null,
    operator,
  })
  if (groups.length === 0) return 'No two patients have the same NHS number.\n'
  const rows = groups.flatMap((group) => [...group.map(cellsOf), []])
  return alignColumns([HEADINGS, ...rows.slice(0, -1)])
}

/**
 * Removes the NHS number of a patient, after a call about it; undefined when done. Audited with the operator and why. A patient whose
 * upcoming appointment needs the number keeps it: that appointment is cancelled first.
 */
export async function removeNumber(
  database: Database,
  { profileId, operator, reason }: { profileId: number; operator: string; reason: string },
): Promise<'no-number' | 'number-needed' | undefined> {
  try {
    return await database.transaction(async (transaction) => {
      if (!(await clearNumber(transaction, profileId))) return 'no-number' as const
      await insertAudit(transaction, {
        actor: null,
        action: 'nhs-number-removed',
        subject: `profile:${profileId}`,
        requestId: null,
        operator,
        reason,
      })
      return undefined
    })
  } catch (error) {
    if (isNumberNeeded(error)) return 'number-needed'
    throw error
  }
}
