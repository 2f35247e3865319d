import * as z from 'zod/mini'
import type { Store } from './store.ts'

export const CALLS = [
  'token',
  'create-order',
  'get-order',
  'capture',
  'get-capture',
  'refund',
  'get-refund',
  'report',
  'verify',
  'disputes',
  /** The browser's script. */
  'sdk',
  /** What the frames send. */
  'payer',
] as const
export type Call = (typeof CALLS)[number]

/**
 * How a call fails. `refuse`: returns `status` and nothing happens. `break`: the connection ends and nothing happens. `lose`: it
 * happens, and the connection ends before the answer. `hang`: it happens, and the answer comes after the client's time-out.
 */
export const faultSchema = z.strictObject({
  call: z.enum(['any', ...CALLS]),
  mode: z.enum(['refuse', 'break', 'lose', 'hang']),
  /** Only of `refuse`; 503 if missing. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  issue: z.optional(z.string()),
  /** How many calls fail; without it all, until the fault is removed. */
  times: z.optional(z.int().check(z.gte(1))),
  /** Only calls about orders with this `invoice_id`; without it all calls, also those about no order. */
  invoice: z.optional(z.string()),
})
export type Fault = z.output<typeof faultSchema>

/** What a tester or a test can switch. It is kept over a restart. */
export const switchesSchema = z.strictObject({
  /** The first fault that names the call is used. */
  faults: z.array(faultSchema),
  /** Added to every call of the REST interface. */
  delayMs: z.int().check(z.gte(0), z.lte(60_000)),
  webhooks: z.enum(['on', 'off', 'twice', 'late']),
  /** The wait of `late`. */
  lateMs: z.int().check(z.gte(0), z.lte(3_600_000)),
  refunds: z.enum(['completed', 'pending']),
  /** What the script's `CardFields` says of itself. */
  cardFields: z.enum(['eligible', 'ineligible']),
  /** Tokens of earlier generations are refused. */
  tokenGeneration: z.int(),
})
export type Switches = z.output<typeof switchesSchema>

/** Those that are undefined stay as they are. */
export type SwitchChanges = { [Name in keyof Switches]?: Switches[Name] | undefined }

const SETTING = 'switches'

export const INITIAL_SWITCHES: Switches = {
  faults: [],
  delayMs: 0,
  webhooks: 'on',
  lateMs: 30_000,
  refunds: 'completed',
  cardFields: 'eligible',
  tokenGeneration: 1,
}

export type SwitchBoard = {
  current: () => Switches
  set: (changes: SwitchChanges) => Switches
  /** Replaces the faults of one invoice, and no other. */
  setFaultsOf: (invoice: string, faults: readonly Fault[]) => Switches
  /** The fault of this call about this invoice, if one is on; counts it. */
  takeFault: (call: Call, invoice?: string) => Fault | undefined
}

export function openSwitches(store: Store): SwitchBoard {
  const kept = store.getSetting(SETTING)
  const parsed = switchesSchema.safeParse(kept === undefined ? INITIAL_SWITCHES : JSON.parse(kept))
  let switches = parsed.success ? parsed.data : INITIAL_SWITCHES
  const set = (changes: SwitchChanges) => {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    switches = switchesSchema.parse({ ...switches, ...Object.fromEntries(given) })
    store.putSetting(SETTING, JSON.stringify(switches))
    return switches
  }
  return {
    current: () => switches,
    set,
    setFaultsOf(invoice, faults) {
      const others = switches.faults.filter((one) => one.invoice !== invoice)
      return set({ faults: [...others, ...faults.map((one) => ({ ...one, invoice }))] })
    },
    takeFault(call, invoice) {
      const found = switches.faults.find(
        (one) =>
          (one.call === call || one.call === 'any') &&
          (one.invoice === undefined || one.invoice === invoice),
      )
      if (found?.times === undefined) return found
      const left = found.times - 1
      const faults = switches.faults.flatMap((one) =>
        one === found ? (left > 0 ? [{ ...one, times: left }] : []) : [one],
      )
      set({ faults })
      return found
    },
  }
}
