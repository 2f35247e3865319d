import type { DataOwner } from '#account/server/database/data-owner.ts'
import type { OwnEnquiry } from '#content/server/database/enquiries.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { DataField, DataSection, DataValue } from '#portal/rules/own-data.ts'

/** From what a section is read. */
export type SectionSource = {
  readonly db: Queries
  readonly sealer: Sealer
  readonly owner: DataOwner
  readonly enquiries: readonly OwnEnquiry[]
  readonly today: IsoDate
}
export type Rows = DataSection['rows']

/** What one table holds about a patient, with how it is read. */
export type Section = Omit<DataSection, 'rows'> & {
  /** Is read only for a patient who has confirmed the address. */
  readonly isForConfirmed?: true
  read(source: SectionSource): Promise<Rows>
}

export const text = (name: string, label: string): DataField => ({ name, label })
export const day = (name: string, label: string): DataField => ({ name, label, kind: 'day' })
export const instant = (name: string, label: string): DataField => ({
  name,
  label,
  kind: 'instant',
})

/** An instant as text. */
export const iso = (at: Date | null): DataValue => at?.toISOString() ?? null

/** A row with its instants as text. */
export const plain = (row: Record<string, DataValue | Date>): Rows[number] =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? iso(value) : value]),
  )
