import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { postedForm, textFaults, typedDate } from '#staff/rules/posted-form.ts'
import { processorMs } from '#tests/fixtures/processor-time.ts'

const request = (body: string, method = 'POST') =>
  new Request('https://www.halyard.example/staff', {
    method,
    ...(method === 'POST' ? { body } : {}),
  })

async function formOf(body: string) {
  const form = await postedForm(request(body))
  if (form === undefined) throw new Error('no form')
  return form
}

it('STF-03 a GET has no form', async () => {
  expect(await postedForm(request('', 'GET'))).toBeUndefined()
})

it('STF-03 the last value of a name counts; boxes have all of them', async () => {
  const form = await formOf('name=a&name=b+c&role=x&role=y&empty=')
  expect([form.text('name'), form.text('empty'), form.text('missing')]).toEqual(['b c', '', ''])
  expect(form.list('role')).toEqual(['x', 'y'])
  expect(form.list('missing')).toEqual([])
  expect(form.values).toEqual({ name: 'b c', role: 'y', empty: '' })
})

it.each([
  ['a bad escape', 'a=%', '%'],
  ['half an escape', 'a=%E2%82', '\ufffd'],
  ['no UTF-8', 'a=%FF', '\ufffd'],
  ['NUL, which Postgres refuses', 'a=x%00y', 'xy'],
  ['NUL that is made by removing one', 'a=%%0000', '%00'],
  ['a NUL that is not encoded', 'a=x\0y', 'xy'],
  ['an escape of an escape', 'a=%2500', '%00'],
  ['a line break, which a browser sends as two characters', 'a=x%0D%0A%0D%0Ay', 'x\n\ny'],
  ['a line break that is made by removing NUL', 'a=x%0D%00%0Ay', 'x\ny'],
  ['a plus', 'a=1%2B1', '1+1'],
])('STF-03 reads any bytes: %s', async (_, body, value) => {
  expect((await formOf(body)).text('a')).toBe(value)
})

it('STF-03 a name of every object is an ordinary field', async () => {
  const form = await formOf('__proto__=x&constructor=y&toString=z')
  expect(Object.getPrototypeOf(form.values)).toBe(Object.prototype)
  expect(form.text('__proto__')).toBe('x')
  expect((await formOf('')).text('constructor')).toBe('')
})

it('STF-03 10,000 fields are read in milliseconds', async () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `f${at.toString(36)}=`).join('&')
  expect(await processorMs(() => formOf(names))).toBeLessThan(100)
})

it('STF-03 a text with line breaks may be as long as its field lets a person type; one that is longer has a fault, and is not cut', async () => {
  const typed = `${'x'.repeat(489)}${'\n'.repeat(10)}y`
  const asSent = (text: string) =>
    formOf(String(new URLSearchParams({ details: text.replaceAll('\n', '\r\n') })))
  expect((await asSent(typed)).text('details')).toBe(typed)
  expect(textFaults(await asSent(typed), { details: 500, reason: 300 })).toBeUndefined()
  expect(textFaults(await asSent(`  ${typed}z`), { details: 500, reason: 300 })).toEqual({
    details: 'Use 500 characters or fewer.',
  })
})

it('STF-09 a text with characters that cannot be shown has a fault', async () => {
  for (const typed of ['x%01', '%C2%85x', '%EE%80%80']) {
    expect(textFaults(await formOf(`reason=${typed}`), { reason: 300 })).toEqual({
      reason: 'Remove the characters that cannot be shown.',
    })
  }
  expect(textFaults(await formOf('reason=x%0D%0A%09y'), { reason: 300 })).toBeUndefined()
})

it('STF-03 the text of any form is what was typed, without NUL', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (typed) => {
      const form = await formOf(String(new URLSearchParams({ typed })))
      expect(form.text('typed')).toBe(
        typed.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n'),
      )
    }),
    { seed: inject('seed') },
  )
})

it('EVM-01 a date of three boxes is read as one', async () => {
  const date = async (body: string) => typedDate(await formOf(body), 'on')
  expect(await date('on=+7&on-month=3+&on-year=2027')).toBe('7/3/2027')
  expect(await date('on=7&on-month=&on-year=2027')).toBe('7//2027')
  expect(await date('on=&on-month=+&on-year=')).toBe('')
  expect(await date('')).toBe('')
})
