import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import { type Balance, balanceOf, TUBE_STEPS } from '#results/rules/balance.ts'
import {
  type CountedTube,
  listBalancePatients,
  listBalanceTubes,
  listNames,
} from '#results/server/database/balance.ts'
import { findHandedOver } from '#results/server/database/desk-steps.ts'
import { type EventDay, findEventDay } from '#results/server/database/event-days.ts'

type Deps = {
  readonly database: Database
  readonly disclose: Disclose
}

/** The differences of a balance, each a list that can be opened. */
export const DIFFERENCES = ['outcome', 'strangers', ...TUBE_STEPS] as const
export type Difference = (typeof DIFFERENCES)[number]

/** A patient of a difference: without a tube, or with the tube that is meant. */
export type BalanceItem = {
  readonly profileId: number
  readonly appointmentId: string | null
  readonly tube: CountedTube | undefined
}

export type NamedItem = BalanceItem & { readonly name: string; readonly birthDate: string | null }

/** The patients of each difference. */
export function itemsOf(
  balance: Balance<CountedTube>,
): Readonly<Record<Difference, readonly BalanceItem[]>> {
  const ofTube = (tube: CountedTube) => ({
    profileId: tube.profileId,
    appointmentId: null,
    tube,
  })
  const ofStep = (step: Difference) =>
    balance.steps
      .filter((one) => one.step === step)
      .flatMap(({ missing, early }) => [...missing, ...early].map(ofTube))
  return {
    outcome: [...balance.booked.open, ...balance.walkIns.open].map((one) => ({
      profileId: one.profileId,
      appointmentId: one.appointmentId,
      tube: undefined,
    })),
    strangers: balance.strangers.map(ofTube),
    file: ofStep('file'),
    judged: ofStep('judged'),
    shown: ofStep('shown'),
  }
}

/** The balance of an event (LAB-11). */
export const balanceService = ({ database, disclose }: Deps) => ({
  /** Names the patients of the requested difference only, after their audit row is written. Undefined for an unknown event. */
  async open(
    member: StaffMember,
    eventId: number,
    shown?: Difference,
  ): Promise<
    { event: EventDay; balance: Balance<CountedTube>; named: readonly NamedItem[] } | undefined
  > {
    const event = await findEventDay(database, eventId)
    if (event === undefined) return undefined
    const balance = balanceOf(
      await listBalancePatients(database, eventId),
      await listBalanceTubes(database, eventId),
      await findHandedOver(database, eventId),
    )
    const items = shown === undefined ? [] : itemsOf(balance)[shown]
    if (items.length === 0) return { event, balance, named: [] }
    const patients = items.map(({ profileId }) => profileId)
    await disclose(member, byOf(member, 'end-rows'), {
      action: 'balance-read',
      subject: `event:${eventId}`,
      patients,
    })
    const names = await listNames(database, patients)
    const named = items.map((item) => {
      const one = names.get(item.profileId)
      return {
        ...item,
        name: one ? `${one.lastName}, ${one.firstName}` : 'no name',
        birthDate: one?.birthDate ?? null,
      }
    })
    return { event, balance, named }
  },
})
