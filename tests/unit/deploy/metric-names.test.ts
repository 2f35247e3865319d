import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { metricsWith } from '#tests/fixtures/metrics.ts'

type Alerts = { groups: { rules: { alert: string; expr: string; labels: object }[] }[] }
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const alerts = () =>
  (parse(readFileSync('deploy/prometheus-alerts.yml', 'utf8')) as Alerts).groups.flatMap(
    ({ rules }) => rules,
  )
const dashboard = () =>
  JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as Dashboard

/** The names of figures in an expression; `up` alone is Prometheus' own. */
const namesIn = (expr: string) => expr.match(/\b(?:halyard|process|nodejs)_\w+/g) ?? []

/** The names of a scrape with a request and with an answer of the database. */
async function scraped(): Promise<Set<string>> {
  const jobs = [{ kind: 'mail', waiting: 1, failing: 0, givenUp: 0, oldestDueSeconds: 1 }]
  const payments = { capturing: 0, pending: 0, refundDue: 0, failingRefunds: 0, unconfirmed: 0 }
  const transaction = async () => ({ jobs, payments, seconds: 0.01 }) as never
  const text = await metricsWith({ database: { transaction } }).text()
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

it('OPS-20 every figure of dashboard and alerts is in a scrape, and every figure of ours in the dashboard', async () => {
  const names = await scraped()
  const shown = dashboard().panels.flatMap(({ targets }) => targets.flatMap((t) => namesIn(t.expr)))
  const used = [...shown, ...alerts().flatMap(({ expr }) => namesIn(expr))]
  expect(used.filter((name) => !names.has(name))).toEqual([])
  const ours = [...names].filter((name) => /^halyard_(?!.*_(sum|count)$)/.test(name))
  expect(ours.filter((name) => !shown.includes(name))).toEqual([])
})

it('OPS-20 each alert, and each figure of ours, is explained to the operator', async () => {
  const guide = readFileSync('docs/operating.md', 'utf8')
  expect(alerts().filter(({ alert }) => !guide.includes(`\`${alert}\``))).toEqual([])
  const ours = [...(await scraped())].filter((name) => name.startsWith('halyard_'))
  const unexplained = ours.filter(
    (name) => !guide.includes(`\`${name.replace(/^halyard_|_(bucket|sum|count)$/g, '')}\``),
  )
  expect(unexplained).toEqual([])
})
