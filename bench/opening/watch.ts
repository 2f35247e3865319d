import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 50

/** Milliseconds of one request for the static page; throws unless it answers 200. */
function ask(port: number, agent: Agent): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/', agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`The static page answered ${response.statusCode}.`))
      })
    }).once('error', reject)
  })
}

/** Resident memory of a process in MB. */
const memoryOf = (pid: number) =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20

const HEAP = /^heap after collection: ([\d.]+) MB$/gm

/** The heap of each worker after a collection, in MB. `log` is the servers' log. */
export async function heapsOf(pids: readonly number[], log: string): Promise<number[]> {
  const heaps = () => [...readFileSync(log, 'utf8').matchAll(HEAP)].map(([, mb]) => Number(mb))
  const before = heaps().length
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  while (heaps().length < before + pids.length) await pause(EVERY_MS)
  return heaps().slice(before)
}

/** Requests a static page twenty times a second and notes the memory of the workers, until `stop`. */
export function watch(port: number, pids: readonly number[]) {
  const agent = new Agent({ keepAlive: false })
  const pages: number[] = []
  const memory: number[] = []
  let running = true
  const watching = (async () => {
    while (running) {
      pages.push(await ask(port, agent))
      memory.push(Math.max(...pids.map(memoryOf)))
      await pause(EVERY_MS)
    }
  })()
  return {
    async stop() {
      running = false
      await watching
      agent.destroy()
      return { pages, memory }
    },
  }
}
