import { memoryUsage } from 'node:process'

/*
 * Loaded into a server under attack with `--import`: SIGUSR2 writes the memory that is left after a collection, buffers included, in
 * MB, as a line of its output. Needs `--expose-gc`.
 */
process.on('SIGUSR2', () => {
  // The second collects what the finalizers of the first have freed.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = memoryUsage()
  const mb = (heapUsed + external) / 2 ** 20
  process.stdout.write(`memory after collection: ${mb.toFixed(1)} MB\n`)
})
