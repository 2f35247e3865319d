import { rmSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { interruptAll, isInterrupted } from './test/processes.ts'
import type { Outcome } from './test/report.ts'
import { scratchFolder } from './test/scratch.ts'
import { lanesOf, type Stage, stagesOf } from './test/stages.ts'
import type { Tier } from './test/tiers.ts'

/*
 * `npm test`: checks, unit, integration and end-to-end tests, on ports and folders of their own. Names of stages as
 * arguments run only these: `npm test -- types unit`; `--quick` (`npm run test:quick`) runs what is nearest to the changes
 * since `main`, `--all` (`npm run test:all`) also what test/tiers.ts lists, and the long attacks. The last line is always
 * "N passed, N failed".
 */
const SLOWEST = 10

const scratch = scratchFolder()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interruptAll)
process.once('exit', () =>
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }),
)

const words = process.argv.slice(2)
const named = (['quick', 'all'] as const).find((name) => words.includes(`--${name}`))
const tier: Tier = named ?? 'short'
const stages = stagesOf(scratch, tier)
const chosen = words.filter((word) => word !== `--${tier}`)
const unknown = chosen.find((name) => stages.every((stage) => stage.name !== name))
if (unknown !== undefined) {
  console.error(`There is no stage ${unknown}: ${stages.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

type Done = Outcome & { readonly name: string; readonly seconds: number }

/** Runs a stage; one that runs beside others prints its output when it has ended. */
async function runStage({ name, run }: Stage, isAlone: boolean): Promise<Done> {
  const started = Date.now()
  console.log(isAlone ? `\n== ${name}` : `${name} has started`)
  const outcome = await run(
    isAlone ? undefined : (output) => console.log(`\n== ${name}\n${output}`),
  )
  return { ...outcome, name, seconds: (Date.now() - started) / 1000 }
}

const wanted = stages.filter(({ name }) => chosen.length === 0 || chosen.includes(name))

/** Runs the lanes at the same time, then the other stages one after the other. */
async function runAll(): Promise<Done[]> {
  const lanes = lanesOf(tier).map((names) => wanted.filter(({ name }) => names.includes(name)))
  const beside = await Promise.all(
    lanes.map(async (lane) => {
      const done: Done[] = []
      for (const stage of lane) done.push(await runStage(stage, false))
      return done
    }),
  )
  const done = beside.flat()
  for (const stage of wanted.filter((one) => !lanes.flat().includes(one))) {
    done.push(await runStage(stage, true))
  }
  return done
}

for (const { name, check } of wanted) {
  await check?.().catch((error: Error) => {
    console.error(`${name}: ${error.message}\n0 passed, 1 failed`)
    process.exit(1)
  })
}

const begun = Date.now()
const done = await runAll()
const passed = done.reduce((sum, stage) => sum + stage.passed, 0)
const failed = done.reduce((sum, stage) => sum + stage.failed, 0)

const slowest = done
  .flatMap(({ files }) => files)
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, SLOWEST)
if (slowest.length > 0) console.log(`\n== the ${slowest.length} slowest files`)
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)

// Reasons before names: the end of a log must still show the name of every failed test.
const faults = done.flatMap((stage) => stage.faults)
if (faults.length > 0) console.log('\n== failures')
for (const { title, reason } of faults) {
  console.log([title, ...reason.map((line) => `    ${line}`)].join('\n'))
}
console.log('')
for (const stage of done) {
  const state = stage.failed === 0 ? 'ok    ' : 'FAILED'
  const counts = `${stage.passed} passed, ${stage.failed} failed`
  console.log(`${state} ${stage.name}: ${counts} (${stage.seconds.toFixed(0)} s)`)
  for (const { title } of stage.faults) console.log(`       ${title}`)
}
console.log(`in all ${((Date.now() - begun) / 60_000).toFixed(1)} minutes`)
console.log(`${passed} passed, ${failed} failed`)
// An interrupted Postgres ends a moment after its tests; only then can its folder be removed.
if (isInterrupted()) await pause(4_000)
process.exit(failed === 0 && !isInterrupted() ? 0 : 1)
