import { Gauge, Registry } from 'prom-client'
import type { Figures } from '#app/metrics/read-figures.ts'
import type { Database } from '#core/server/database/database.ts'
import { JOB_KINDS } from '#core/server/jobs/kinds.ts'

export type ProcessFigures = {
  readonly connections: ReturnType<Database['connections']>
  readonly releaseSeconds: number
  readonly version: string
}

type Add = (name: string, help: string, values: number | Readonly<Record<string, number>>) => void

/** The label of each gauge that has one; its values are the keys of closed lists in this file and of JOB_KINDS. */
const LABELS: Readonly<Record<string, string>> = {
  up: 'service',
  database_connections: 'state',
  payments_unsettled: 'state',
}

const adder =
  (register: Registry): Add =>
  (name, help, values) => {
    const label = LABELS[name] ?? 'kind'
    const isOne = typeof values === 'number'
    const gauge = new Gauge({
      name: `halyard_${name}`,
      help,
      labelNames: isOne ? [] : [label],
      registers: [register],
    })
    if (isOne) gauge.set(values)
    else for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value)
  }

const SERVICES = ['database', 'content', 'identity', 'mail', 'payments'] as const

function addHealth(add: Add, { health }: Figures) {
  const configured = SERVICES.filter((service) => health[service] !== 'off')
  const isUp = (service: (typeof SERVICES)[number]) => ['ok', 'late'].includes(health[service])
  add(
    'up',
    'Whether the service answers and is configured correctly.',
    Object.fromEntries(configured.map((service) => [service, isUp(service) ? 1 : 0])),
  )
  const { publishing_failing_since: since } = health
  add(
    'publishing_failing_seconds',
    'Since when no publication has succeeded; 0 while they succeed.',
    since === null ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000),
  )
  if (health.database === 'down') return
  add(
    'payments_late',
    'Whether a payment or refund has waited too long.',
    health.payments === 'late' ? 1 : 0,
  )
  add(
    'oldest_unsettled_payment_seconds',
    'Age of the oldest payment under capture; 0 when there is none.',
    health.oldest_unsettled_seconds ?? 0,
  )
  add(
    'oldest_refund_seconds',
    'Age of the oldest refund that is not made; 0 when there is none.',
    health.oldest_refund_seconds ?? 0,
  )
}

function addStored(add: Add, { jobs, payments, seconds }: NonNullable<Figures['stored']>) {
  add('database_read_seconds', 'Time to get a connection and read these figures.', seconds)
  const byKind = (figure: 'waiting' | 'failing' | 'givenUp' | 'oldestDueSeconds') =>
    Object.fromEntries(
      Object.keys(JOB_KINDS).map((kind) => [
        kind,
        jobs.find((each) => each.kind === kind)?.[figure] ?? 0,
      ]),
    )
  add('jobs_waiting', 'Jobs that are not done, by kind.', byKind('waiting'))
  add('jobs_failing', 'Waiting jobs whose last attempt failed.', byKind('failing'))
  add('jobs_given_up', 'Jobs that were given up in the last 90 days.', byKind('givenUp'))
  add('oldest_due_job_seconds', 'How long the oldest due job waits.', byKind('oldestDueSeconds'))
  const { capturing, pending, refundDue, failingRefunds, unconfirmed } = payments
  add('payments_unsettled', 'Payments that are not settled.', {
    capturing,
    pending,
    'refund-due': refundDue,
  })
  add('refunds_failing', 'Refunds that the provider refused at the last attempt.', failingRefunds)
  add(
    'disputes_unconfirmed',
    'Disputes and reversals that the provider has not confirmed.',
    unconfirmed,
  )
}

/** The gauges of one scrape. What is not known now is left out: a value of before would look current. */
export function figuresRegistry(figures: Figures, process: ProcessFigures): Registry {
  const register = new Registry()
  const add = adder(register)
  addHealth(add, figures)
  if (figures.stored !== undefined) addStored(add, figures.stored)
  const { open, idle, waiting } = process.connections
  add('database_connections', 'Connections of this process, and requests that wait for one.', {
    used: open - idle,
    idle,
    waiting,
  })
  add('release_seconds', 'Age of the release that the site shows.', process.releaseSeconds)
  const info = new Gauge({
    name: 'halyard_build_info',
    help: 'The version of the program.',
    labelNames: ['version'],
    registers: [register],
  })
  info.set({ version: process.version }, 1)
  return register
}
