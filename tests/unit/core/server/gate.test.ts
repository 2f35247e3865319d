import { expect, it } from 'vitest'
import { createGate } from '#core/server/http/gate.ts'
import { testSite } from '../../app/test-site.ts'

it('API-06 a gate lets in as many as it has room for, and another for each that leaves', () => {
  const gate = createGate(2)
  const first = gate.enter()
  const second = gate.enter()
  expect(gate.enter()).toBeUndefined()
  first?.()
  expect(gate.enter()).toBeDefined()
  expect(gate.enter()).toBeUndefined()
  second?.()
  expect(gate.enter()).toBeDefined()
})

it('BOOK-06 requests of a patient who holds a place are admitted when others are refused', () => {
  const gate = createGate(2)
  gate.enter()
  gate.enter()
  expect(gate.enter()).toBeUndefined()
  expect(gate.enter(true)).toBeDefined()
  expect(gate.enter(true)).toBeDefined()
  expect(gate.enter(true)).toBeUndefined()
})

it('API-06 SITE-12 without room a page on demand answers the 503 page at once, and files are served', async () => {
  const full = await testSite({ most: 0 })
  const { status, headers, body } = await full.ask('/event/1')
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('2')
  expect(String(body)).toBe('<h1>Not available</h1>')
  expect((await full.ask('/news')).status).toBe(200)
  expect((await full.ask('/_astro/page.css')).status).toBe(200)
  await full.close()
})

it('SITE-12 a page that has been sent, or whose visitor has left, makes room again', async () => {
  const narrow = await testSite({ most: 1 })
  for (const path of ['/event/1', '/throw', '/nothing', '/event/1']) {
    expect((await narrow.ask(path)).status).not.toBe(503)
  }
  await expect(narrow.ask('/cut')).rejects.toThrow()
  expect((await narrow.ask('/event/1')).status).toBe(200)
  await narrow.close()
})
