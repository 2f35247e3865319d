import { randomUUID } from 'node:crypto'
import { beginPayment, noteOrder } from '#payments/server/database/payments.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { CONTEXT, callerOf } from '#tests/integration/booking/booking-setup.ts'
import { hold, PRICE, stateOf } from '#tests/integration/payments/payment-scenario.ts'
import type { Random } from '../random.ts'
import type { HistoryWorld } from './history-world.ts'
import type { Truth } from './model-provider.ts'

/** What happened to the hold before the provider's answers come. */
type Place = 'held' | 'gone'

export type History = {
  readonly orderId: string
  readonly paymentId: string
  readonly profileId: number
  readonly truth: Truth
  readonly place: Place
}

export type End = { readonly truth: Truth; readonly place: Place; state: string }

/** Of the patient who took the place; longer than the sweep after the hold comes. */
const LONG_HOLD_MINUTES = 40

const TRUTHS = ['taken', 'taken', 'declined', 'pending-taken', 'pending-declined'] as const

/** The only end that agrees with the provider's own state, in every order of events. */
export const expectedEnd = ({ truth, place }: Pick<End, 'truth' | 'place'>): string => {
  if (truth === 'declined' || truth === 'pending-declined') return 'declined'
  return place === 'held' ? 'booked' : 'refunded'
}

const EVENTS: Record<Truth, readonly string[]> = {
  taken: ['PAYMENT.CAPTURE.COMPLETED'],
  declined: ['PAYMENT.CAPTURE.DENIED'],
  'pending-taken': ['PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.COMPLETED'],
  'pending-declined': ['PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.DENIED'],
}

async function prepare(world: HistoryWorld, random: Random): Promise<History> {
  const { database, provider } = world
  const { eventId, slot } = await world.nextSlot()
  const profileId = await buildProfile(database)
  await hold(database, { eventId, profileId, slot })
  const paymentId = randomUUID()
  const begun = await beginPayment(database, { paymentId, profileId, eventId, requestId: 'r' })
  if (!begun.ok) throw new Error(`no payment: ${begun.reason}`)
  const truth = random.pick(TRUTHS)
  const orderId = provider.newOrder(paymentId, PRICE, truth)
  await noteOrder(database, paymentId, orderId)
  const place = random.chance(30) ? 'gone' : 'held'
  if (place === 'gone') {
    await database.query('select booking.release_hold($1, $2)', [begun.appointmentId, profileId])
    const other = await buildProfile(database)
    await hold(database, { eventId, profileId: other, slot, minutes: LONG_HOLD_MINUTES })
  }
  return { orderId, paymentId, profileId, truth, place }
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const rest = [...values]
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = random.whole(at + 1)
    const [a, b] = [rest[at] as Value, rest[other] as Value]
    rest[at] = b
    rest[other] = a
  }
  return rest
}

const eventOf = (type: string, { orderId, paymentId }: History) =>
  JSON.stringify({
    id: `WH-${type}-${orderId}`,
    event_type: type,
    resource: type.startsWith('CHECKOUT')
      ? { id: orderId }
      : {
          id: 'CAPTURE',
          custom_id: paymentId,
          supplementary_data: { related_ids: { order_id: orderId } },
        },
  })

/** Everything that can happen to the payment, in an order of chance; events come once to three times, some of them forged. */
function stepsOf(world: HistoryWorld, history: History, random: Random) {
  const { provider, payments, later, signer } = world
  const { orderId, profileId, truth, place } = history
  const send = async (text: string) => {
    const { headers, raw } = signer.sign(text)
    await payments.takeEvent(headers, raw, CONTEXT.network)
  }
  const forged = async (text: string) => {
    const { headers, raw } = signer.forge(text, random)
    const answer = await payments.takeEvent(headers, raw, CONTEXT.network)
    if (answer.ok) world.faults.push(`a forged event was taken: ${text}`)
  }
  const texts = ['CHECKOUT.ORDER.APPROVED', ...EVENTS[truth]].map((type) => eventOf(type, history))
  const captures =
    place === 'gone' || random.chance(40)
      ? async () => provider.captureUnseen(orderId)
      : async () =>
          void (await payments.capture({ order_id: orderId }, callerOf(profileId), CONTEXT))
  const twice = <Value>(value: Value) => Array.from({ length: 1 + random.whole(3) }, () => value)
  return shuffled(
    [
      captures,
      ...(random.chance(30) ? [captures] : []),
      ...texts.flatMap((text) => twice(() => send(text))),
      () =>
        forged(
          random.pick(
            ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.DENIED'].map((type) =>
              eventOf(type, history),
            ) as [string, string],
          ),
        ),
      async () => provider.decide(orderId),
      ...(random.chance(50) ? [() => later.sweep()] : []),
      async () => void (await payments.find({ order_id: orderId }, callerOf(profileId), CONTEXT)),
    ],
    random,
  )
}

/** Plays one history; afterwards everything has happened at the provider, and every event came once more, late. */
export async function play(world: HistoryWorld, random: Random): Promise<History> {
  const { provider, payments, signer } = world
  const history = await prepare(world, random)
  const steps = stepsOf(world, history, random)
  const isCrowded = random.chance(25)
  if (isCrowded) await Promise.all(steps.map((step) => step()))
  else for (const step of steps) await step()
  provider.captureUnseen(history.orderId)
  provider.decide(history.orderId)
  for (const type of EVENTS[history.truth]) {
    const { headers, raw } = signer.sign(eventOf(type, history))
    await payments.takeEvent(headers, raw, CONTEXT.network)
  }
  return history
}

/** Runs the jobs of its refunds, some of them several times at once, and answers how it ended. */
export async function endOfHistory(
  world: HistoryWorld,
  { paymentId, truth, place }: History,
  random: Random,
): Promise<End> {
  await world.makeRefunds(paymentId, 1 + random.whole(3))
  const state = await stateOf(world.database, paymentId)
  // Given up before the refusal came: nothing was taken either way.
  return { truth, place, state: state === 'abandoned' ? 'declined' : state }
}
