import { RolledBack } from '#core/commands/rolled-back.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import { type EraseDeps, enquiriesFrom } from '#portal/commands/erase-patient.ts'
import { eraseAddressRows } from '#portal/server/database/erasure.ts'

export type AddressErasure = {
  readonly email: string
  readonly operator: string
  readonly reason: string
  /** False counts what would be deleted and changes nothing. */
  readonly apply: boolean
}

/** The number of deleted rows by table, and of accounts; `unreadableEnquiries` could not be decrypted. */
export type AddressOutcome =
  | {
      readonly ok: true
      readonly rows: Readonly<Record<string, number>>
      readonly unreadableEnquiries: number
    }
  | { readonly ok: false; readonly reason: 'is-patient' | 'is-staff' | 'account-not-deleted' }

/**
 * Erases an e-mail address that no patient has: its enquiries, subscription, password resets, changes of account, pending mails and sessions, and the account of a
 * sign-up that was never finished, if a session or a change names it. All or nothing, as for a patient.
 */
export async function eraseAddress(
  deps: EraseDeps,
  { apply, ...erasure }: AddressErasure,
): Promise<AddressOutcome> {
  const email = normaliseEmail(erasure.email)
  const enquiries = await enquiriesFrom(deps, [email])
  try {
    return await deps.database.transaction(async (transaction) => {
      const wanted = { ...erasure, email, enquiryIds: enquiries.ids }
      const erased = await eraseAddressRows(transaction, wanted)
      if (typeof erased === 'string') return { ok: false, reason: erased } as const
      const rows = { ...erased.rows, accounts: erased.userIds.length }
      const outcome = { ok: true, rows, unreadableEnquiries: enquiries.unreadable } as const
      if (!apply) throw new RolledBack<AddressOutcome>(outcome)
      // Before the commit: afterwards the ids of the accounts would be lost.
      for (const userId of erased.userIds) {
        if (!(await deps.identity.deleteAccount(userId))) {
          throw new RolledBack<AddressOutcome>({ ok: false, reason: 'account-not-deleted' })
        }
      }
      return outcome
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as AddressOutcome
    throw error
  }
}
