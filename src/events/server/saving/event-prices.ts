import { formatPounds } from '#core/rules/money.ts'
import { formatShortDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { eventName } from '#events/rules/event.ts'
import {
  findProductPrices,
  type KnownEvent,
  listPricedByProduct,
  type PricedByProduct,
} from '#events/server/database/event-records.ts'
import type { Ask, EventRow, Fault } from '#events/server/saving/event-row.ts'

/** What the person has confirmed: unusual amounts in pence, and that prices of products change. */
export type PriceChoices = {
  readonly accepted: ReadonlySet<number>
  readonly changesProducts: boolean
}

/** Prices outside this must be accepted: a pence column read as pounds, or pounds read as pence. */
const USUAL = { least: 100, most: 20_000 } as const
const PENCE_IN_A_POUND = 100

/** A product whose stored price changes, and the other events that then have another price. */
type ProductChange = { readonly from: number | null; readonly to: number; readonly others: string }

/** The prices of the events to save, and the stored prices. */
export type Prices = {
  /** By product, afterwards. */
  readonly products: ReadonlyMap<string, number | null>
  readonly stored: ReadonlyMap<string, number | null>
  readonly changes: ReadonlyMap<string, ProductChange>
}

const nameOf = ({ eventId, date, ...event }: PricedByProduct) =>
  `${eventId} (${eventName({ name: event.name ?? '' }, event.productName)}, ${formatShortDate(date)})`

/** Compares the products of these events with the stored ones; `ids` are the events that exist already. */
export async function findPrices(
  db: Queries,
  rows: readonly EventRow[],
  ids: readonly number[],
): Promise<Prices> {
  const stored = await findProductPrices(
    db,
    rows.map(({ event }) => event.productName),
  )
  const products = new Map(stored)
  for (const { event } of rows) {
    const price = event.productPricePence ?? products.get(event.productName) ?? null
    products.set(event.productName, price)
  }
  const changed = [...products].filter(
    (entry): entry is [string, number] =>
      entry[1] !== null && stored.has(entry[0]) && stored.get(entry[0]) !== entry[1],
  )
  const others = await listPricedByProduct(db, {
    products: changed.map(([name]) => name),
    exceptIds: ids,
  })
  const changes = changed.map(([name, to]): [string, ProductChange] => {
    const named = others.filter(({ productName }) => productName === name).map(nameOf)
    return [name, { from: stored.get(name) ?? null, to, others: named.join(', ') }]
  })
  return { products, stored, changes: new Map(changes) }
}

const priceOf = (pence: number | null) => (pence === null ? 'no price' : formatPounds(pence))

type PriceProblem = Pick<Fault, 'problem' | 'ask'>

/** Why an amount must be accepted; undefined when it is usual, or the person has accepted it. */
function amountProblem(
  pence: number,
  stored: number | null | undefined,
  { accepted }: PriceChoices,
): PriceProblem | undefined {
  if (accepted.has(pence)) return undefined
  const asked = (problem: string, isLikePence: boolean): PriceProblem => {
    const ask: Ask = { accepts: pence, isLikePence }
    return { problem, ask }
  }
  const isHundredfold =
    stored != null &&
    stored > 0 &&
    pence > 0 &&
    (pence === stored * PENCE_IN_A_POUND || stored === pence * PENCE_IN_A_POUND)
  if (isHundredfold) {
    return asked(`is ${formatPounds(pence)}, and was ${formatPounds(stored)}`, true)
  }
  if (pence > USUAL.most) {
    return asked(`is ${formatPounds(pence)}, more than ${formatPounds(USUAL.most)}`, true)
  }
  if (pence > 0 && pence < USUAL.least) {
    return asked(`is ${formatPounds(pence)}, less than ${formatPounds(USUAL.least)}`, false)
  }
  return undefined
}

/** What an event costs afterwards. */
const chargeOf = ({ event }: EventRow, { products }: Prices) =>
  event.pricePence ?? products.get(event.productName) ?? 0

/** The faults of the prices of a row; `known` is its stored event. */
export function priceFaults(
  row: EventRow,
  known: KnownEvent | undefined,
  prices: Prices,
  choices: PriceChoices,
): Fault[] {
  const { pricePence, productName, productPricePence, paymentRequired } = row.event
  const faults: Fault[] = []
  const add = (field: string, problem: PriceProblem | undefined) => {
    if (problem !== undefined) faults.push({ line: row.line, field, ...problem })
  }
  const product = prices.stored.get(productName)
  if (pricePence !== null) {
    add('price', amountProblem(pricePence, known?.pricePence ?? product, choices))
  }
  if (productPricePence !== null) {
    const problem = amountProblem(productPricePence, product, choices)
    const change = prices.changes.get(productName)
    add('product_price', problem)
    const isAsked = change !== undefined && (change.from !== null || change.others !== '')
    if (problem === undefined && isAsked && !choices.changesProducts) {
      add('product_price', {
        problem: `is ${formatPounds(productPricePence)}, but '${productName}' has ${priceOf(change.from)}`,
        ask: { changesPriceOf: change.others },
      })
    }
  }
  if (paymentRequired === true && chargeOf(row, prices) === 0) {
    const problem = 'needs a price above £0.00'
    add('payment_required', { problem })
  }
  return faults
}

/** What an event costs, for the report. */
export const chargeText = (row: EventRow, prices: Prices): string =>
  row.event.paymentRequired === true ? formatPounds(chargeOf(row, prices)) : 'free'

/** The products whose price the import changed, for the report. */
export const changeTexts = ({ changes }: Prices): string[] =>
  [...changes].map(([name, { from, to, others }]) => {
    const also = others === '' ? '' : `, and so does event ${others}`
    return `'${name}' had ${priceOf(from)} and now costs ${formatPounds(to)}${also}`
  })
