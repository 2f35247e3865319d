import { existsSync, readFileSync } from 'node:fs'

/** A program whose second run reports another address. It counts its runs in a log file, its third argument. */
const log = process.argv[2] ?? ''
const run = existsSync(log) ? readFileSync(log, 'utf8').split('\n').length : 1
const url = `http://127.0.0.1:${run === 2 ? 2 : 1}`
process.stdout.write(`${url}\n`)
process.send?.({ ready: true, url, pid: process.pid })
setInterval(() => undefined, 60_000)
