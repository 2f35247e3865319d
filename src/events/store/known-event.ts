import type { EventOnWire } from '#events/contract/events.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'

/** The properties of an event that the rules of the domain need. */
export type KnownEvent = Pick<
  ScreeningEvent,
  | 'name'
  | 'productName'
  | 'startsAt'
  | 'endsAt'
  | 'endTime'
  | 'sessionMinutes'
  | 'pricePence'
  | 'productPricePence'
  | 'paymentRequired'
  | 'totalSpaces'
  | 'bookedSpaces'
  | 'exclusiveFor'
  | 'isPrivate'
  | 'labName'
  | 'cancelled'
> & { readonly takesPayments?: boolean }

type WithoutNulls<T> = { [Name in keyof T as null extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as null extends T[Name] ? Name : never]?: NonNullable<T[Name]>
}

/** The API has null where the domain has no property. */
const withoutNulls = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null),
  ) as WithoutNulls<T>

export const knownEvent = (
  wire: EventOnWire & { readonly takes_payments?: boolean | undefined },
): KnownEvent =>
  withoutNulls({
    name: wire.event_name,
    productName: wire.product_name,
    startsAt: new Date(wire.starts_at),
    endsAt: new Date(wire.ends_at),
    endTime: wire.end_time === null ? null : wire.end_time.slice(0, 5),
    sessionMinutes: wire.session_duration,
    pricePence: wire.price,
    productPricePence: wire.product_price,
    paymentRequired: wire.payment_required,
    totalSpaces: wire.total_spaces,
    bookedSpaces: wire.booked_spaces,
    exclusiveFor: wire.exclusive_for,
    isPrivate: wire.is_private,
    labName: wire.lab_name,
    cancelled: wire.cancelled,
    takesPayments: wire.takes_payments ?? null,
  })
