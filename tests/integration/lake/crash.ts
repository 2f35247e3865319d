import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type LakeProcess, startLakeProcess } from './lake-process.ts'
import { type Desk, type Edit, randomEdit, randomNumbers } from './random-edits.ts'
import { temporaryFolder } from './test-lake.ts'

type Editor = {
  name: string
  random: (limit: number) => number
  /** The acknowledged state. */
  desk: Desk
  /** A request without a response: applied completely or not at all. */
  open: Edit | undefined
}
type Game = {
  seed: number
  edits: number
  kills: number
  /** A program to run instead of the lake: one with a `fault`, or one that compacts constantly. */
  program?: 'faulty-lake' | 'compacting-lake'
  fault?: string
  /** Maximum delay of the kill after an acknowledgement. */
  latestMs?: number
}
type Report = { acknowledged: number; faults: string[] }

const EDITORS = ['ann', 'bob', 'cay']
const PROGRAMS = 'tests/integration/lake/processes'
const LATEST_MS = 12

/**
 * Three editors work at the same time on a lake of their own process, which is killed after random edits and started
 * again. After each start every editor must find what was acknowledged. Stops at the first fault.
 */
export async function playCrashes(game: Game): Promise<Report> {
  const { seed, edits, kills, program, fault, latestMs = LATEST_MS } = game
  const dir = temporaryFolder()
  const random = randomNumbers(seed)
  const cuts = Array.from({ length: kills }, () => 1 + random(edits - 1)).sort((a, b) => a - b)
  const editors = EDITORS.map((name, index): Editor => {
    return { name, random: randomNumbers(seed * 31 + index), desk: {}, open: undefined }
  })
  const env: Record<string, string> = fault === undefined ? {} : { LAKE_FAULT: fault }
  const start = () => startLakeProcess(dir, env, program && `${PROGRAMS}/${program}.ts`)
  let lake = await start()
  const report: Report = { acknowledged: 0, faults: [] }
  try {
    for (const cut of [...cuts, edits]) {
      await workUntilKilled(lake, editors, report, { cut, delay: random(latestMs) })
      lake = await start()
      report.faults.push(...(await lookAround(lake, editors)))
      if (report.faults.length > 0) break
    }
    return report
  } finally {
    await lake.kill()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Kills the lake some milliseconds after edit number `cut`. */
async function workUntilKilled(
  lake: LakeProcess,
  editors: Editor[],
  report: Report,
  { cut, delay }: { cut: number; delay: number },
): Promise<void> {
  let killed: Promise<void> | undefined
  const killSoon = () =>
    new Promise<void>((resolve) => setTimeout(() => resolve(lake.kill()), delay))
  const work = async (editor: Editor) => {
    for (;;) {
      if (report.acknowledged >= cut) killed ??= killSoon()
      const making = { desk: editor.desk, editor: editor.name, n: report.acknowledged }
      editor.open = randomEdit(making, editor.random)
      const refusal = await editor.open.perform(lake.client).then(
        () => undefined,
        (error: { statusCode?: number; message: string }) => error,
      )
      if (refusal?.statusCode) report.faults.push(`${editor.name}: ${refusal.message}`)
      if (refusal) return
      editor.desk = editor.open.after
      editor.open = undefined
      report.acknowledged += 1
    }
  }
  await Promise.all(editors.map(work))
  await killed
}

/** Compares the documents; every editor continues from the current state. */
async function lookAround({ client }: LakeProcess, editors: Editor[]): Promise<string[]> {
  const found: Found[] = await client.fetch('*{_id, n, originalFilename, url}')
  const faults: string[] = []
  for (const editor of editors) {
    const desk = deskOf(editor.name, found)
    const allowed = [editor.desk, editor.open?.after].filter((one) => one !== undefined)
    if (!allowed.some((one) => isDeepStrictEqual(sorted(one), sorted(desk))))
      faults.push(
        `${editor.name} finds ${JSON.stringify(desk)}, not one of ${JSON.stringify(allowed)}`,
      )
    editor.desk = desk
    editor.open = undefined
  }
  for (const { url, originalFilename } of found.filter((one) => one.url !== null)) {
    const content = await (await fetch(String(url))).text()
    if (content !== originalFilename) faults.push(`${originalFilename} holds "${content}"`)
  }
  return faults
}

type Found = { _id: string; n: number | null; originalFilename: string | null; url: string | null }

function deskOf(editor: string, found: Found[]): Desk {
  const own = found.filter(({ _id, originalFilename }) =>
    (originalFilename ?? _id.replace('drafts.', '')).startsWith(`${editor}-`),
  )
  return Object.fromEntries(
    own.map(({ _id, n, originalFilename }) => [
      _id,
      n ?? Number(/\d+/.exec(originalFilename ?? '')?.[0]),
    ]),
  )
}

const sorted = (desk: Desk) => Object.entries(desk).sort(([a], [b]) => (a < b ? -1 : 1))
