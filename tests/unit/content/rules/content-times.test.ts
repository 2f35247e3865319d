import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContentTimes, nextChange, showingAt } from '#content/rules/content-times.ts'

const showing = (times: ContentTimes, now: string) => showingAt(times, new Date(now)).state

describe('the times of a document', () => {
  it.each<[string, ContentTimes, string, string]>([
    ['without times', {}, '2026-11-22T12:00:00Z', 'shown'],
    [
      'before its time',
      { publishAt: '2026-11-22T12:00:00Z' },
      '2026-11-22T11:59:59.999Z',
      'scheduled',
    ],
    ['at its time', { publishAt: '2026-11-22T12:00:00Z' }, '2026-11-22T12:00:00Z', 'shown'],
    [
      'before its end',
      { unpublishAt: '2026-11-22T12:00:00Z' },
      '2026-11-22T11:59:59.999Z',
      'shown',
    ],
    ['at its end', { unpublishAt: '2026-11-22T12:00:00Z' }, '2026-11-22T12:00:00Z', 'ended'],
    [
      'of a day in winter, before it',
      { publishedOn: '2026-12-01' },
      '2026-11-30T23:59:59Z',
      'scheduled',
    ],
    ['of a day in winter', { publishedOn: '2026-12-01' }, '2026-12-01T00:00:00Z', 'shown'],
    [
      'of a day in summer, before it',
      { publishedOn: '2026-07-01' },
      '2026-06-30T22:59:59Z',
      'scheduled',
    ],
    ['of a day in summer', { publishedOn: '2026-07-01' }, '2026-06-30T23:00:00Z', 'shown'],
    // Clocks go forward on 29 March and back on 25 October: the day begins before the change.
    ['of the day with 23 hours', { publishedOn: '2026-03-29' }, '2026-03-29T00:00:00Z', 'shown'],
    [
      'of the day after it, before it',
      { publishedOn: '2026-03-30' },
      '2026-03-29T22:59:59Z',
      'scheduled',
    ],
    ['of the day after it', { publishedOn: '2026-03-30' }, '2026-03-29T23:00:00Z', 'shown'],
    ['of the day with 25 hours', { publishedOn: '2026-10-25' }, '2026-10-24T23:00:00Z', 'shown'],
    [
      'of the day after that, before it',
      { publishedOn: '2026-10-26' },
      '2026-10-25T23:59:59Z',
      'scheduled',
    ],
    ['of a day in words', { publishedOn: '01 December 2026' }, '2026-11-30T12:00:00Z', 'scheduled'],
    [
      'of today with a later time',
      { publishedOn: '2026-11-22', publishAt: '2026-11-22T18:00:00Z' },
      '2026-11-22T12:00:00Z',
      'scheduled',
    ],
    [
      'of tomorrow with a time of today',
      { publishedOn: '2026-11-23', publishAt: '2026-11-22T06:00:00Z' },
      '2026-11-22T12:00:00Z',
      'scheduled',
    ],
    [
      'without valid times',
      { publishAt: 'soon', unpublishAt: null },
      '2026-11-22T12:00:00Z',
      'shown',
    ],
  ])('CMS-08 a document %s', (_, times, now, state) => {
    expect(showing(times, now)).toBe(state)
  })

  it('CMS-08 a document changes at the next moment, and none changes before it', () => {
    const moment = fc.option(
      fc
        .integer({ min: 0, max: 400 })
        .map((hours) => new Date(Date.UTC(2026, 9, 20) + hours * 3_600_000).toISOString()),
      { nil: undefined },
    )
    const day = fc.option(
      fc.integer({ min: 20, max: 31 }).map((date) => `2026-10-${date}`),
      { nil: undefined },
    )
    const document = fc.record({ publishAt: moment, unpublishAt: moment, publishedOn: day })
    const states = (documents: ContentTimes[], at: Date) =>
      documents.map((times) => showingAt(times, at).state)
    fc.assert(
      fc.property(fc.array(document, { maxLength: 5 }), fc.nat(400), (documents, hours) => {
        const now = new Date(Date.UTC(2026, 9, 20) + hours * 3_600_000)
        const next = nextChange(documents, now)
        const last = new Date(Date.UTC(2026, 11, 31))
        const before = new Date((next ?? last).getTime() - 1)
        expect(states(documents, before)).toEqual(states(documents, now))
        if (next) expect(next > now).toBe(true)
      }),
    )
  })
})

it('CMS-08 CMS-06 a time after the year 9999 is never the next change: no record of a build can hold it', () => {
  const far = { unpublishAt: '+012026-01-01T10:00:00.000Z' }
  const now = new Date('2026-11-22T12:00:00Z')
  expect(showingAt(far, now).state).toBe('shown')
  expect(showingAt({ publishAt: far.unpublishAt }, now).state).toBe('scheduled')
  expect(nextChange([far, { unpublishAt: '9999-12-31T23:59:59.999Z' }], now)?.toISOString()).toBe(
    '9999-12-31T23:59:59.999Z',
  )
})
