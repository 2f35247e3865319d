import { expect, it } from 'vitest'
import { createPause } from '#core/server/jobs/pause.ts'

const DAY_MS = 86_400_000

it('BOOK-10 `end` cuts one wait short, also when it comes before the wait', async () => {
  const pause = createPause()
  const waiting = pause.wait(DAY_MS)
  pause.end()
  await waiting
  pause.end()
  await pause.wait(DAY_MS)
  const isOver = await Promise.race([pause.wait(20).then(() => true), Promise.resolve(false)])
  expect(isOver).toBe(false)
})
