import * as accountChanges from '#contract/account-changes.ts'
import * as accounts from '#contract/accounts.ts'
import * as appointments from '#contract/appointments.ts'
import * as consents from '#contract/consents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as enquiries from '#contract/enquiries.ts'
import * as eventNotices from '#contract/event-notices.ts'
import * as events from '#contract/events.ts'
import * as holds from '#contract/holds.ts'
import * as map from '#contract/map.ts'
import * as ownData from '#contract/own-data.ts'
import * as ownPayments from '#contract/own-payments.ts'
import * as ownPlace from '#contract/own-place.ts'
import * as payments from '#contract/payments.ts'
import * as profiles from '#contract/profiles.ts'
import * as reminders from '#contract/reminders.ts'
import * as results from '#contract/results.ts'
import * as service from '#contract/service.ts'
import * as sms from '#contract/sms.ts'
import * as subscriptions from '#contract/subscriptions.ts'
import * as waitingList from '#contract/waiting-list.ts'

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
