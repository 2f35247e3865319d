import { setTimeout as pause } from 'node:timers/promises'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { type Random, randomOf } from '../random.ts'
import {
  findBrokenRules,
  findLostConsents,
  fits,
  readState,
  untilSettled,
} from './expected-state.ts'
import type { Subjects } from './patient.ts'
import { callOnce, isGone, newPatient, type Patient, type Tally } from './patients.ts'

/** What is killed, and how it comes back. */
export type Targets = {
  /** SIGKILL; answers how many kills it was. */
  kill(random: Random): Promise<number>
  /** Resolves when everything answers again. */
  recover(): Promise<void>
}

export type Attack = {
  readonly seed: number
  readonly kills: number
  readonly patients: number
  readonly urls: readonly string[]
  readonly subjects: Subjects
  readonly targets: Targets
  /** Opens a connection for a check; closed after it. */
  open(): SqlDatabase
}

export type Report = Omit<Tally, 'consents'> & { kills: number; consents: number; checks: number }

/** Answers of the patients until the kill, at most; then some milliseconds more. */
const MOST_ANSWERS = 30
const MOST_DELAY_MS = 12
/** A server that takes longer to answer again after its database is back has a fault. */
const ANSWERS_WITHIN_MS = 20_000

/** Resolves with the `count`th call of `note`. */
function counter(count: number) {
  const reached = Promise.withResolvers<void>()
  let left = count
  return {
    reached: reached.promise,
    note() {
      left -= 1
      if (left <= 0) reached.resolve()
    },
  }
}

/** Waits until every process answers a request that reads the database: 404 when the database has lost the event. */
export async function untilAnswering(urls: readonly string[], path: string): Promise<void> {
  const end = performance.now() + ANSWERS_WITHIN_MS
  for (const url of urls) {
    for (;;) {
      const status = await fetch(url + path).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200 || status === 404) break
      if (performance.now() > end) throw new Error(`${url} does not answer: ${status}`)
    }
  }
}

/** Every patient calls until `isOver`. A patient whose call got no answer stops until the check. */
async function callUntil(
  patients: readonly Patient[],
  context: Parameters<typeof callOnce>[1],
  { isOver, note }: { isOver(): boolean; note(): void },
): Promise<void> {
  await Promise.all(
    patients.map(async (patient) => {
      while (!isOver()) {
        const goesOn = await callOnce(patient, context)
        note()
        if (!goesOn) return
      }
    }),
  )
}

/** Compares what the patients were told with the database; afterwards they know what they have. */
async function check(database: SqlDatabase, patients: readonly Patient[], tally: Tally) {
  const now = Date.now()
  const state = await readState(
    database,
    patients.map(({ profileId }) => profileId),
  )
  for (const patient of patients) {
    const found = state.get(patient.profileId)
    if (found === undefined) continue
    const possible = [patient.known, ...(patient.open ? [patient.open] : [])]
    if (!possible.some((expected) => fits(expected, found, now))) {
      const told = `${JSON.stringify(found)}, not ${JSON.stringify(possible)}`
      tally.faults.push(`patient ${patient.profileId} has ${told}`)
    }
    patient.known = found
    patient.open = undefined
  }
  const lost = await findLostConsents(database, tally.consents)
  tally.faults.push(...lost.map((id) => `the consent ${id} is lost`))
  tally.faults.push(...(await findBrokenRules(database)))
}

/**
 * Patients hold, release, consent, book, move and cancel at random through all processes, while these or the database are
 * killed at random moments. After each kill everything that was acknowledged must be there, and no rule broken. Stops at
 * the first fault.
 */
export async function runAttack(options: Attack): Promise<Report> {
  const random = randomOf(options.seed)
  const tally: Tally = { acknowledged: 0, refused: 0, unknown: 0, consents: [], faults: [] }
  const context = { random, subjects: options.subjects, tally }
  const gone: Patient[] = []
  let patients: Patient[] = []
  let kills = 0
  let checks = 0
  while (kills < options.kills && tally.faults.length === 0) {
    const before = options.open()
    while (patients.length < options.patients) {
      patients.push(await newPatient(before, options.urls, gone.length + patients.length))
    }
    await before.close()
    let isOver = false
    const { reached, note } = counter(1 + random.whole(MOST_ANSWERS))
    const calls = callUntil(patients, context, { isOver: () => isOver, note })
    await Promise.race([reached, calls])
    await pause(random.whole(MOST_DELAY_MS))
    kills += await options.targets.kill(random)
    await options.targets.recover()
    isOver = true
    await calls
    const database = options.open()
    await untilSettled(database)
    await check(database, [...gone, ...patients], tally)
    await database.close()
    checks += 1
    gone.push(...patients.filter(isGone))
    patients = patients.filter((patient) => !isGone(patient))
  }
  const { consents, ...counts } = tally
  return { ...counts, consents: consents.length, kills, checks }
}
