import { memoryUsage } from 'node:process'

/*
 * Loaded into the server's processes with `--import`: SIGUSR2 writes the heap that is left after a collection, in MB, as a line
 * of the log. Needs `--expose-gc`.
 */
const MB = 2 ** 20

process.on('SIGUSR2', () => {
  // The second collects what the finalizers of the first have freed.
  globalThis.gc?.()
  globalThis.gc?.()
  process.stdout.write(`heap after collection: ${(memoryUsage().heapUsed / MB).toFixed(1)} MB\n`)
})
