import type { IdentityGateway } from '#account/server/gateways/identity.ts'
import { listEnquiriesFrom } from '#content/server/database/enquiries.ts'
import { RolledBack } from '#core/commands/rolled-back.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { type ClosingRefusal, findClosingRefusal } from '#portal/server/database/closings.ts'
import {
  type ErasureRefusal,
  erasePatientRows,
  listOwnAddresses,
  lockPatient,
} from '#portal/server/database/erasure.ts'

export type EraseDeps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open'>
  readonly identity: Pick<IdentityGateway, 'deleteAccount'>
}

export type Erasure = {
  readonly profileId: number
  readonly operator: string
  readonly reason: string
  /** False counts what would be deleted and changes nothing. */
  readonly apply: boolean
  /** Decides under the profile's lock, which bookings take too; false changes nothing. */
  readonly isDue?: (transaction: Queries) => Promise<boolean>
}

/** The number of deleted rows by table; `unreadableEnquiries` could not be decrypted, so their sender is not known. */
export type ErasureOutcome =
  | {
      readonly ok: true
      readonly rows: Readonly<Record<string, number>>
      readonly unreadableEnquiries: number
      /** Why the patient could not close the account now: a result could not reach them. */
      readonly closingRefusal: ClosingRefusal | null
    }
  | { readonly ok: false; readonly reason: ErasureRefusal | 'account-not-deleted' | 'not-due' }

/** The ids of the enquiries from these addresses; `unreadable` counts those whose sender is not known. */
export async function enquiriesFrom(
  { database, sealer }: Pick<EraseDeps, 'database' | 'sealer'>,
  emails: readonly string[],
): Promise<{ ids: string[]; unreadable: number }> {
  const { enquiries, unreadable } = await listEnquiriesFrom(database, sealer, emails)
  return { ids: enquiries.map(({ enquiryId }) => enquiryId), unreadable }
}

/**
 * Erases a patient: rows of every table, enquiries and subscription of their addresses, pending mails, and the account at the
 * identity provider. All or nothing, except that a repetition finds the account deleted already when the commit failed.
 * Audit entries stay without personal data (decision 021).
 */
export async function erasePatient(deps: EraseDeps, erasure: Erasure): Promise<ErasureOutcome> {
  const emails = await listOwnAddresses(deps.database, erasure.profileId)
  if (emails.length === 0) return { ok: false, reason: 'patient-not-found' }
  const enquiries = await enquiriesFrom(deps, emails)
  try {
    return await deps.database.transaction(async (transaction) => {
      if (erasure.isDue) {
        await lockPatient(transaction, erasure.profileId)
        if (!(await erasure.isDue(transaction))) return { ok: false, reason: 'not-due' } as const
      }
      const closingRefusal = await findClosingRefusal(transaction, erasure.profileId)
      const erased = await erasePatientRows(transaction, { ...erasure, enquiryIds: enquiries.ids })
      if (typeof erased === 'string') return { ok: false, reason: erased } as const
      const outcome = {
        ok: true,
        rows: erased.rows,
        unreadableEnquiries: enquiries.unreadable,
        closingRefusal,
      } as const
      if (!erasure.apply) throw new RolledBack<ErasureOutcome>(outcome)
      // Before the commit: afterwards the account's id would be lost, and the account could not be deleted.
      if (!(await deps.identity.deleteAccount(erased.userId))) {
        throw new RolledBack<ErasureOutcome>({ ok: false, reason: 'account-not-deleted' })
      }
      return outcome
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as ErasureOutcome
    throw error
  }
}
