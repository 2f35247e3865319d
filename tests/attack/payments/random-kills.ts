import { setTimeout as pause } from 'node:timers/promises'
import { slotsOf } from '#tests/fixtures/builders.ts'
import { moneyFaults } from '#tests/integration/invariants/money-faults.ts'
import { paidEvent } from '#tests/integration/payments/payment-scenario.ts'
import type { KilledPostgres } from '../kills/postgres-target.ts'
import type { Random } from '../random.ts'
import { book, cancelBooked, newPayer, type Payer } from './journey.ts'
import type { Processes } from './processes.ts'
import { providerMoney } from './provider-money.ts'

const PAYERS = 8
/** Between two checks; the clock moves at each. */
const KILLS_PER_CHECK = 10
const MOST_WAIT_MS = 400
/** Of those who are booked, in percent. */
const CANCELLING = 40
const OF_POSTGRES = 30
/** Each event has twenty slots with this many places. */
const PER_SLOT = 50

export type KillReport = {
  kills: number
  readonly killed: { server: number; postgres: number }
  checks: number
  /** Patients who came to an end that they know. */
  through: number
  /** Visits that ended with a lost connection or a refusal. */
  broken: number
  faults: string[]
}

type Options = {
  readonly site: Processes
  readonly postgres: KilledPostgres | undefined
  readonly random: Random
  readonly kills: number
}

/** Patients book, pay and cancel until `isOver`; one whose visit broke comes back until they are through. */
async function payUntil(
  { site, random }: Options,
  report: KillReport,
  nextPayer: () => Promise<Payer>,
  isOver: () => boolean,
): Promise<void> {
  const one = async () => {
    let payer: Payer | undefined
    while (!isOver()) {
      try {
        payer ??= await nextPayer()
        const isBooked = await book(site, payer)
        const isThrough =
          isBooked && (random.chance(CANCELLING) ? await cancelBooked(site, payer) : true)
        if (isThrough) {
          report.through += 1
          payer = undefined
          continue
        }
      } catch {
        // Its process or its database is gone.
      }
      report.broken += 1
      await pause(20)
    }
  }
  await Promise.all(Array.from({ length: PAYERS }, one))
}

async function killOne({ site, postgres, random }: Options, report: KillReport, path: string) {
  if (postgres !== undefined && random.chance(OF_POSTGRES)) {
    const target = postgres.targets(site.servers, path)
    await target.kill(random)
    await target.recover()
    report.killed.postgres += 1
  } else {
    const [first, ...others] = site.servers
    if (first === undefined) throw new Error('There is no server.')
    await random.pick([first, ...others]).kill()
    await site.startAll()
    report.killed.server += 1
  }
  report.kills += 1
}

/** Kills at random moments while patients pay; ends at the first fault. */
export async function killAtRandom(options: Options): Promise<KillReport> {
  const { site, random, kills } = options
  const report: KillReport = {
    ...{ kills: 0, checks: 0, through: 0, broken: 0, faults: [] },
    killed: { server: 0, postgres: 0 },
  }
  await site.later()
  await site.paypal.control('/control/switches', { webhooks: 'twice' })
  while (report.kills < kills && report.faults.length === 0) {
    const eventId = await paidEvent(site.database(), {
      total_spaces: 1_000,
      places_per_slot: PER_SLOT,
    })
    const slots = await slotsOf(site.database(), eventId)
    const nextPayer = () => newPayer(site, eventId, slots[random.whole(slots.length)] ?? new Date())
    let isOver = false
    const paying = payUntil(options, report, nextPayer, () => isOver)
    for (let n = 0; n < KILLS_PER_CHECK && report.kills < kills; n += 1) {
      await pause(random.whole(MOST_WAIT_MS))
      await killOne(options, report, `/api/events/${eventId}`)
    }
    isOver = true
    await paying
    await site.later()
    await site.untilIdle()
    const found = await moneyFaults(site.database(), await providerMoney(site.paypal))
    report.faults.push(...found.map((fault) => JSON.stringify(fault)))
    report.checks += 1
  }
  return report
}
