import { describe, expect, it } from 'vitest'
import {
  NOT_ON_SHEET,
  type PaperLine,
  paperFaults,
  paperField,
  placeLines,
  readPaperPage,
} from '#results/rules/paper-lines.ts'

type Patient = { readonly id: number; readonly surname: string }
const HARBOUR = { id: 100123, surname: 'Harbour' }
const QUAYSIDE = { id: 100456, surname: 'Quayside' }
const WALLY = { id: 100001, surname: 'Wally' }

const sheetOf = (...patients: Patient[]) =>
  patients.map(({ id }, at) => ({ line: at + 1, profileId: id }))

/** How a field was named: by its patient, or, as a control, by its position. */
type Naming = (name: string, patient: Patient, line: number) => string
const byPatient: Naming = (name, { id }) => paperField(name, id)
const byPosition: Naming = (name, _patient, line) => `${name}-${line}`

/** A page as a browser sends it. */
function send(patients: readonly Patient[], typed: Readonly<Record<string, string>>) {
  const sent = new URLSearchParams(typed)
  for (const { id, surname } of patients) {
    sent.append('patient', String(id))
    sent.append(paperField('surname', id), surname)
    sent.append(paperField('forename', id), 'Edwin')
  }
  return {
    text: (name: string) => sent.getAll(name).at(-1) ?? '',
    list: (name: string) => sent.getAll(name),
  }
}

/** Whose field has the label when the refused page is shown again with these patients. */
const ownersOf = (
  label: string,
  naming: Naming,
  shown: readonly Patient[],
  sent: URLSearchParams,
) =>
  shown.flatMap((one, at) =>
    sent.get(naming('label', one, at + 1)) === label ? [one.surname] : [],
  )

describe('the page for an evening on paper', () => {
  it('CLI-09 what was typed stays with its patient when a row is inserted before; named by position it does not', () => {
    const label = 'H1AAAAAA'
    const shown = [WALLY, HARBOUR, QUAYSIDE]
    const typed = (naming: Naming) =>
      new URLSearchParams({ [naming('label', HARBOUR, 1)]: label, patient: '' })
    expect(ownersOf(label, byPatient, shown, typed(byPatient))).toEqual(['Harbour'])
    expect(ownersOf(label, byPosition, shown, typed(byPosition))).toEqual(['Wally'])
  })

  it('CLI-09 each line is read beside its patient and recorded at the line that the patient has now', () => {
    const lines = readPaperPage(
      send([HARBOUR, QUAYSIDE], {
        [paperField('label', HARBOUR.id)]: ' H1AAAAAA ',
        [paperField('time', HARBOUR.id)]: '18:40',
      }),
    )
    expect(lines).toMatchObject([
      { profileId: '100123', surname: 'Harbour', label: 'H1AAAAAA', takenAt: '18:40' },
      { profileId: '100456', surname: 'Quayside', label: '', takenAt: '' },
    ])
    const { typed, faults } = placeLines(7, sheetOf(WALLY, HARBOUR, QUAYSIDE), lines)
    expect(faults).toEqual([])
    expect(
      typed.map(({ line, cells }) => [line, cells.get('patient'), cells.get('label')]),
    ).toEqual([[2, '100123', 'H1AAAAAA']])
  })

  it('CLI-09 a patient who has left the page is named in a fault with what was typed; an empty line of theirs is nothing', () => {
    const page = (typed: Readonly<Record<string, string>>): PaperLine[] =>
      readPaperPage(send([HARBOUR, QUAYSIDE], typed))
    const lines = page({
      [paperField('label', HARBOUR.id)]: 'H1AAAAAA',
      [paperField('time', HARBOUR.id)]: '18:40',
    })
    const sheet = sheetOf(QUAYSIDE)
    const { typed, faults } = placeLines(7, sheet, lines)
    expect(typed).toEqual([])
    expect(faults).toEqual([{ profileId: '100123', field: 'label', words: NOT_ON_SHEET }])
    const texts = paperFaults(sheet, lines, faults)
    expect(Object.keys(texts)).toEqual(['form'])
    expect(texts['form']).toContain(
      `Harbour, Edwin (typed: label H1AAAAAA, time 18:40): ${NOT_ON_SHEET}`,
    )
    // Moved to another page of the sheet, while another line is refused.
    const moved = paperFaults(sheet, lines, [
      { profileId: '100456', field: 'time', words: 'wrong' },
    ])
    expect(moved['form']).toContain('on another page of the run sheet now')
    expect(moved['time-100456']).toBe('Line 1: wrong')
    expect(placeLines(7, sheet, page({}))).toEqual({ typed: [], faults: [] })
  })
})
