import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** A process with our listeners, in which `fault` happens; it prints 'went on' when it survives. */
function processWith(fault: string, listens = true) {
  const program = `
    import pino from 'pino'
    import { listenForFaults } from '#core/server/process-faults.ts'
    ${listens ? 'listenForFaults(pino(), () => process.exit(7))' : ''}
    ${fault}
    setTimeout(() => process.stdout.write('went on'), 20)`
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '-e', program],
    { encoding: 'utf8' },
  )
  return { status, stdout }
}
const SECRET = 'mr-pendle@example.test'
const REJECTION = `void Promise.reject(new TypeError('${SECRET}'))`

it('OPS-04 a rejected promise is logged without its message, and the process goes on', () => {
  const { status, stdout } = processWith(REJECTION)
  expect(stdout).toContain('a promise was rejected without a handler')
  expect(stdout).toContain('"error":"TypeError"')
  expect(stdout).not.toContain(SECRET)
  expect(stdout).toContain('went on')
  expect(status).toBe(0)
})

it('OPS-04 an exception that nothing caught is logged without its message, and ends the process', () => {
  const { status, stdout } = processWith(`setTimeout(() => { throw new Error('${SECRET}') })`)
  expect(stdout).toContain('an exception was not caught')
  expect(stdout).not.toContain(SECRET)
  expect(stdout).not.toContain('went on')
  expect(status).toBe(7)
})

it('without the listeners a rejected promise ends the process', () => {
  const { status, stdout } = processWith(REJECTION, false)
  expect(stdout).not.toContain('went on')
  expect(status).toBe(1)
})
