import * as accountChanges from '#account/contract/account-changes.ts'
import * as accounts from '#account/contract/accounts.ts'
import * as profiles from '#account/contract/profiles.ts'
import * as appointments from '#booking/contract/appointments.ts'
import * as consents from '#booking/contract/consents.ts'
import * as holds from '#booking/contract/holds.ts'
import * as ownPlace from '#booking/contract/own-place.ts'
import * as reminders from '#booking/contract/reminders.ts'
import * as sms from '#booking/contract/sms.ts'
import * as waitingList from '#booking/contract/waiting-list.ts'
import * as enquiries from '#content/contract/enquiries.ts'
import * as subscriptions from '#content/contract/subscriptions.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import * as service from '#core/contract/service.ts'
import * as eventNotices from '#events/contract/event-notices.ts'
import * as events from '#events/contract/events.ts'
import * as map from '#events/contract/map.ts'
import * as ownPayments from '#payments/contract/own-payments.ts'
import * as payments from '#payments/contract/payments.ts'
import * as ownData from '#portal/contract/own-data.ts'
import * as results from '#results/contract/results.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

/** Every endpoint of the API, by path: what the server mounts, OpenAPI describes and the fuzz test calls. */
export const ENDPOINTS: readonly Endpoint[] = [
  accountChanges,
  accounts,
  appointments,
  consents,
  enquiries,
  eventNotices,
  events,
  holds,
  map,
  ownData,
  ownPayments,
  ownPlace,
  payments,
  profiles,
  reminders,
  results,
  service,
  sms,
  subscriptions,
  waitingList,
].flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
