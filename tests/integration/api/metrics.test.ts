import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { ENDPOINTS } from '#app/contract/all.ts'
import { apiListener } from '#app/http/site.ts'
import { createMetrics, type Metrics } from '#app/metrics/metrics.ts'
import { NO_ENDPOINT, SITE } from '#app/metrics/request-metrics.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import { JOB_KINDS } from '#core/server/jobs/kinds.ts'
import { type Sample, samplesOf } from '#tests/fixtures/metrics.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { createVisitor, newPatient } from '#tests/fixtures/visitor.ts'

const service = perFile(testService)

const SIGNED = ['endEventNotice', 'paymentWebhook']
/** Every value that a label of ours may have. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  endpoint: [...ENDPOINTS.map(({ name }) => name), ...SIGNED, NO_ENDPOINT, SITE],
  kind: Object.keys(JOB_KINDS),
  service: ['database', 'content', 'identity', 'mail', 'payments'],
  state: ['capturing', 'pending', 'refund-due', 'used', 'idle', 'waiting'],
}
const isAllowed = ([label, value]: [string, string]) =>
  ALLOWED[label]?.includes(value) ??
  ({ status: /^([1-5]\d\d|left)$/, le: /^([\d.]+|\+Inf)$/, version: /^\d+\.\d+\.\d+$/ }[
    label
  ]?.test(value) ||
    false)

const ours = (samples: Sample[]) => samples.filter(({ name }) => name.startsWith('halyard_'))
const foreignLabels = (samples: Sample[]) =>
  ours(samples).flatMap(({ labels }) => Object.entries(labels).filter((pair) => !isAllowed(pair)))

/** The API of the service over HTTP, counted; `control` names requests by their address. */
async function counted(work: (url: string, metrics: Metrics) => Promise<void>, control = false) {
  const { wiring } = service
  const live = { current: { dir: '/nowhere' } } as Live
  const metrics = createMetrics({ ...wiring, live })
  const byPath: Metrics = {
    ...metrics,
    name: (response) => metrics.name(response, response.req.url ?? ''),
  }
  const api = apiListener(wiring, 1, control ? byPath : metrics)
  const listener: RequestListener = (request, response) => {
    metrics.watch(response)
    void api(request, response)
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, metrics)
  const text = await metrics.text()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return { text, samples: samplesOf(text) }
}

/** A patient's requests and a stranger's, with what must not be seen in names, headers, queries, paths and bodies. */
async function drive(url: string) {
  const { visitor: patient, profileId, email } = await newPatient(service.wiring.database, url)
  const secrets = [email, 'MAPLE-7', '9434765919', '192.0.2.77']
  const stranger = createVisitor(url, '192.0.2.77')
  await patient.send('GET', `/profile?email=${encodeURIComponent(email)}`)
  await patient.send('POST', `/holds/${randomUUID()}/release`, { body: '{}' })
  for (const secret of secrets) {
    await stranger.send('GET', `/events/${encodeURIComponent(secret)}`)
    await stranger.send('GET', `/no/${encodeURIComponent(secret)}"} 1\\n`)
    await stranger.send('POST', '/auth/sign-in', { body: JSON.stringify({ email: secret }) })
  }
  await stranger.send('DELETE', `/results/${profileId}?token=MAPLE-7`)
  await stranger.send('POST', `/event-notices/end/${randomUUID()}`)
  return [...secrets, String(profileId)]
}

it('OPS-20 labels have values of closed lists: no address, number, id, token or path of a request', async () => {
  let secrets: string[] = []
  const { text, samples } = await counted(async (url) => {
    secrets = await drive(url)
  })
  expect(foreignLabels(samples)).toEqual([])
  // A figure may have the digits of an id by chance.
  const labels = text.match(/\{.*\}/g) ?? []
  for (const secret of secrets) {
    expect(labels.filter((label) => label.includes(secret))).toEqual([])
  }
  const seen = new Set(ours(samples).map(({ labels }) => labels['endpoint']))
  expect(seen).toContain('signIn')
  expect(seen).toContain('releaseHold')
  expect(seen).toContain(NO_ENDPOINT)
})

it('OPS-20 control: a label from the address would be found', async () => {
  const { samples } = await counted(async (url) => void (await drive(url)), true)
  expect(foreignLabels(samples).length).toBeGreaterThan(5)
})

it('OPS-20 tells the time of a hold from that of a booking', async () => {
  const { samples } = await counted(async (url) => {
    await createVisitor(url).send('POST', '/holds', { body: '{}' })
  })
  const counts = samples.filter(({ name }) => name === 'halyard_request_seconds_count')
  expect(counts.map(({ labels, value }) => [labels['endpoint'], value])).toEqual([
    ['createHold', 1],
  ])
})

it('OPS-20 has what the database counts: the queue by kind, payments and refunds, held mails apart', async () => {
  const { database } = service.db
  await database.query(
    `insert into app.jobs (kind, dedupe_key, payload, run_at, failed_at, last_error, locked_until, recipient, turn_at)
     select 'sms', 'metrics-' || number, '{}', app.clock_now() - interval '1 hour',
            case number when 1 then app.clock_now() end, case when number < 3 then 'Error' end,
            case number when 4 then 'infinity'::timestamptz else app.clock_now() + interval '1 day' end, null, app.clock_now()
       from generate_series(1, 4) as number`,
  )
  const { samples } = await counted(async () => undefined)
  const ofSms = (name: string) =>
    samples.find((sample) => sample.name === `halyard_${name}` && sample.labels['kind'] === 'sms')
      ?.value
  expect([ofSms('jobs_waiting'), ofSms('jobs_failing'), ofSms('jobs_given_up')]).toEqual([2, 1, 1])
  expect(ofSms('oldest_due_job_seconds')).toBeGreaterThan(3_599)
  expect(samples.find(({ name }) => name === 'halyard_refunds_failing')?.value).toBe(0)
})
