import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDetails } from '#account/rules/profile.ts'
import { comparedName, isName, isSameName, nameKeys } from '#core/rules/lab-key.ts'
import { decideRow, type MatchedSample, type RowContext } from '#results/rules/lab-match.ts'
import { readFinding, readLabRow } from '#results/rules/lab-row.ts'
import { labelOf, randomLabel, readLabel } from '#results/rules/sample-label.ts'
import { cellsOf, ROW_FAULTS } from '#tests/fixtures/lab-rows.ts'
import { PROPERTY } from '../../events/rules/samples.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRTUVWXY'
const character = fc.constantFrom(...ALPHABET)
const body = fc.array(character, { minLength: 6, maxLength: 6 }).map((all) => all.join(''))

describe('labels of tubes', () => {
  it('CLI-08 every wrong character and every swap of two neighbours is found', () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 7 }), character, (text, at, other) => {
        const label = labelOf(text)
        expect(readLabel(label)).toBe(label)
        if (label[at] !== other) {
          expect(readLabel(`${label.slice(0, at)}${other}${label.slice(at + 1)}`)).toBeUndefined()
        }
        const swapped = `${label.slice(0, at)}${label[at + 1] ?? ''}${label[at]}${label.slice(at + 2)}`
        if (swapped !== label && at < 7) expect(readLabel(swapped)).toBeUndefined()
      }),
    )
  })

  it('CLI-08 is typed in small letters too, and never looks like a number or a date', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.infiniteStream(random), (numbers) => {
        const label = randomLabel(() => Number(numbers.next().value))
        expect(readLabel(` ${label.toLowerCase()} `)).toBe(label)
        for (const gap of [' ', '-', '\u00a0', '\u2011', '\u200b']) {
          expect(readLabel(`${label.slice(0, 4)}${gap}${label.slice(4)}`)).toBe(label)
        }
        expect(label).toMatch(/^H/)
        for (const text of ['', 'H', '12345678', `${label}0`, `G${label.slice(1)}`]) {
          expect(readLabel(text), text).toBeUndefined()
        }
      }),
    )
  })
})

describe('names in the form in which they are compared', () => {
  it.each([
    ["O'Brien", 'OBRIEN'],
    ['O’Brien', 'o brien'],
    ['Smith-Jones', 'Smith Jones'],
    ['Müller', 'MULLER'],
    ['Søren', 'Soren'],
    ['Łukasz', 'lukasz'],
    ['Zoë', 'Zoe\u0308'],
    ['ﬁnch', 'Finch'],
  ])('RES-07 %s and %s are one name', (one, other) => {
    expect(comparedName(one)).toBe(comparedName(other))
  })

  it.each([
    ['Smith', 'Smyth'],
    ['OBrien', 'OBrian'],
    ['Lab 2', 'Lab 3'],
    ['St. John', 'St John'],
    ['Иванов', 'Петров'],
  ])('RES-07 %s and %s are two', (one, other) => {
    expect(comparedName(one)).not.toBe(comparedName(other))
  })
})

describe('patients with one name', () => {
  it.each([
    ['-', false],
    ['.', false],
    ['–', false],
    ['...', false],
    ['ʼ', false],
    ['7', false],
    ['🙂', false],
    ['None', false],
    ['N/A', false],
    ['No last name', false],
    ['LNU', false],
    ['O', true],
    ['Nonesuch', true],
    ['X Æ', true],
    ['王', true],
    ['अ', true],
  ])('LAB-01 %s is a name: %s', (text, expected) => {
    expect(isName(text)).toBe(expected)
  })

  it('LAB-01 have it as both names, whichever field has it', () => {
    const both = { surname: 'ravi', forename: 'ravi' }
    for (const none of ['-', '.', ' — ', 'none', '']) {
      expect(nameKeys({ firstName: 'Ravi', lastName: none })).toEqual(both)
      expect(nameKeys({ firstName: none, lastName: 'RAVI' })).toEqual(both)
    }
    expect(nameKeys({ firstName: 'Liam', lastName: "O'Brien" })).toEqual({
      surname: 'obrien',
      forename: 'liam',
    })
  })

  /** Names as patients sign up with them: at least one of the two is a name. */
  const written = fc.oneof(
    fc.constantFrom(
      '-',
      '.',
      'n/a',
      'None',
      '—',
      'Ravi',
      'Anil',
      'O’Brien',
      "O'BRIEN",
      'Ravi-',
      'İ',
      'ß',
      'ǆ',
      'ﬁ',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  )
  const person = fc
    .record({ firstName: written, lastName: written })
    .filter((one) => checkDetails(one, {}, '2026-11-26').firstName === undefined)

  it('AUTH-02 LAB-01 every name that is accepted has keys of tubes, and a row that sends it agrees', () => {
    fc.assert(
      fc.property(person, ({ firstName, lastName }) => {
        const keys = nameKeys({ firstName, lastName })
        expect(isName(keys.surname) && isName(keys.forename)).toBe(true)
        const sample = { ...SAMPLE, surnameKey: keys.surname, forenameKey: keys.forename }
        expect(decide({ surname: lastName, forename: firstName }, { sample })).toEqual(
          lastName.trim() === ''
            ? { kind: 'quarantined', reasons: ['surname-missing'] }
            : { kind: 'accepted' },
        )
      }),
      PROPERTY,
    )
  })

  it('LAB-01 the row of one never agrees with the tube of another', () => {
    const strangers = fc
      .tuple(person, person)
      .filter(([one, other]) => isName(one.firstName) && !isSameName(one, other))
    fc.assert(
      fc.property(strangers, ([one, other]) => {
        const keys = nameKeys(other)
        const sample = { ...SAMPLE, surnameKey: keys.surname, forenameKey: keys.forename }
        const row = { surname: one.lastName, forename: one.firstName }
        expect(decide(row, { sample }).kind).toBe('quarantined')
        if (!isName(one.lastName)) {
          expect(decide({ ...row, forename: '' }, { sample }).kind).toBe('quarantined')
        }
      }),
      PROPERTY,
    )
  })

  it('LAB-01 two stand-ins that were compared as names would agree', () => {
    const sent = readLabRow({ ...cellsOf(TUBE, '1.2'), surname: '-', forename: '' })
    const sample = { ...SAMPLE, surnameKey: '-', forenameKey: 'anil' }
    expect(decideRow(sent, { ...CONTEXT, sample }).kind).toBe('quarantined')
    const asNames = { ...sent, surnameKey: '-', faults: [] }
    expect(decideRow(asNames, { ...CONTEXT, sample }).kind).toBe('accepted')
  })
})

describe('values', () => {
  it.each([
    ['1.20', 'ng/mL', '1.20', []],
    ['<0.1', 'NG/ML', '<0.1', []],
    ['< 0.1', 'µg/L', '< 0.1', []],
    ['4', 'mcg/l', '4', []],
    ['100', 'ug/L', '100', []],
    ['0.01', 'ng/mL', '0.01', []],
    ['100.1', 'ng/mL', '100.1', ['value-implausible']],
    ['0', 'ng/mL', '0', ['value-implausible']],
    ['>100', 'ng/mL', '>100', ['value-implausible']],
    ['<50', 'ng/mL', '<50', ['value-implausible']],
    ['1,2', 'ng/mL', undefined, ['decimal-comma']],
    ['1.2.3', 'ng/mL', undefined, ['value-unreadable']],
    ['-1', 'ng/mL', undefined, ['value-unreadable']],
    ['1e3', 'ng/mL', undefined, ['value-unreadable']],
    ['١', 'ng/mL', undefined, ['value-unreadable']],
    [' ', 'ng/mL', undefined, ['value-missing']],
    ['1.2', '', undefined, ['unit-differs']],
    ['1.2', 'pg/mL', undefined, ['unit-differs']],
  ])('LAB-03 %s %s', (value, unit, read, faults) => {
    expect(readFinding(value, unit)).toMatchObject({ faults })
    expect(readFinding(value, unit).finding?.value).toBe(read)
  })
})

const TUBE = {
  profileId: 1,
  label: labelOf('123456'),
  surname: "O'Brien",
  forename: 'Liam',
  birthDate: '1961-02-03',
  takenOn: '2026-11-19',
  laboratory: 'Northgate Pathology',
}
const SAMPLE: MatchedSample = {
  surnameKey: 'obrien',
  forenameKey: 'liam',
  birthDate: '1961-02-03',
  labKey: 'northgatepathology',
  takenOn: '2026-11-19',
  isVoid: false,
}
const CONTEXT: RowContext = {
  sample: SAMPLE,
  known: undefined,
  isTakenBack: false,
  namesakes: [],
  isTwiceInFile: false,
  anotherRowWaits: false,
  nhsNumberAgrees: undefined,
  isConfirmed: false,
}
const KNOWN = { finding: { value: '1.2', unit: 'ng/mL' }, isWithdrawn: false }
const decide = (change: object = {}, context: Partial<RowContext> = {}) =>
  decideRow(readLabRow({ ...cellsOf(TUBE, '1.2'), ...change }), { ...CONTEXT, ...context })

describe('the decision about a row', () => {
  it('LAB-01 a row that agrees in everything is accepted, with or without a forename, a day early or late', () => {
    expect(decide()).toEqual({ kind: 'accepted' })
    for (const change of [
      { forename: '' },
      { collected_on: '2026-11-18' },
      { collected_on: '2026-11-20' },
      { surname: 'OBRIEN' },
      { nhs_number: '943 476 5919' },
    ]) {
      expect(decide(change), JSON.stringify(change)).toEqual({ kind: 'accepted' })
    }
  })

  it.each(Object.entries(ROW_FAULTS))('LAB-01 LAB-03 %s: the row waits', (_, fault) => {
    const cells = cellsOf(TUBE, '1.2')
    const change = fault.change(cells)
    const isKnown = !('label' in change)
    expect(decide(change, isKnown ? {} : { sample: undefined })).toEqual({
      kind: 'quarantined',
      reasons: expect.toSatisfy((reasons: string[]) =>
        Object.is([...reasons].sort().join(), [...fault.reasons].sort().join()),
      ),
    })
  })

  it('LAB-01 an NHS number only contradicts; a void sample and a second row of the label wait', () => {
    for (const [context, reason] of [
      [{ nhsNumberAgrees: false }, 'nhs-number-differs'],
      [{ anotherRowWaits: true }, 'another-row-waits'],
      [{ isTwiceInFile: true }, 'label-twice-in-file'],
      [{ sample: { ...SAMPLE, isVoid: true } }, 'label-void'],
      [{ sample: undefined }, 'label-unknown'],
    ] as const) {
      expect(decide({}, context)).toEqual({ kind: 'quarantined', reasons: [reason] })
    }
  })

  it('LAB-04 repeated, other, corrected and taken-back values', () => {
    expect(decide({}, { known: KNOWN })).toEqual({ kind: 'unchanged' })
    expect(decide({ value: '1.3', status: 'C' }, { known: KNOWN })).toEqual({ kind: 'amended' })
    expect(decide({ status: 'C' }, { known: KNOWN })).toEqual({ kind: 'unchanged' })
    expect(decide({ value: '1.20' }, { known: KNOWN })).toEqual({
      kind: 'quarantined',
      reasons: ['another-final-value'],
    })
    expect(decide({ status: 'C' })).toEqual({ kind: 'accepted' })
    const wrong = { status: 'W', value: '', surname: 'Other', date_of_birth: '' }
    expect(decide(wrong, { known: KNOWN })).toEqual({ kind: 'withdrawn' })
    expect(decide({ ...wrong, laboratory: 'Other' }, { known: KNOWN }).kind).toBe('quarantined')
    for (const [known, taken] of [
      [KNOWN, 'amended'],
      [undefined, 'accepted'],
    ] as const) {
      const takenBack = { known, isTakenBack: true }
      expect(decide({}, takenBack)).toMatchObject({ reasons: ['value-taken-back'] })
      const confirmed = { ...takenBack, isConfirmed: true }
      expect(decide({ value: '250' }, confirmed)).toMatchObject({ reasons: ['value-taken-back'] })
      expect(decide({ status: 'C' }, takenBack)).toEqual({ kind: taken })
    }
    expect(decide({ status: 'C' }, { known: { ...KNOWN, isWithdrawn: true } })).toMatchObject({
      reasons: ['result-withdrawn'],
    })
  })

  it('LAB-04 status W for a label that no tube has yet says so, a row with another status does not', () => {
    const without = { sample: undefined }
    expect(decide({ status: 'W' }, without)).toEqual({
      kind: 'quarantined',
      reasons: ['label-unknown', 'taken-back-early'],
    })
    expect(decide({ status: 'C' }, without)).toMatchObject({ reasons: ['label-unknown'] })
    expect(decide({ status: 'W', label: 'H1' }, without)).toMatchObject({
      reasons: ['label-unreadable'],
    })
  })

  it('LAB-03 a confirmed value is taken over; every other fault still quarantines the row', () => {
    expect(decide({ value: '250' }, { isConfirmed: true })).toEqual({ kind: 'accepted' })
    expect(decide({ value: '250', unit: 'U' }, { isConfirmed: true }).kind).toBe('quarantined')
  })
})
