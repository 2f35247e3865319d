import { cellsOf, ROW_FAULTS } from '#tests/fixtures/lab-rows.ts'
import type { TakenTube } from '#tests/integration/results/lab-setup.ts'
import type { RowSpec } from '#tests/integration/results/lab-steps.ts'
import type { Row } from '#tests/integration/results/lab-truth.ts'
import { nextTestOf } from '#tests/integration/results/result-steps.ts'

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const LIGHTS = ['green', 'amber', 'red']

/** The colour follows from the id, so that both clinicians choose the same. */
export function fillSheet(sheet: string): string {
  const [header = '', ...lines] = sheet.trimEnd().split('\r\n')
  const filled = lines.map((line) => {
    const light = LIGHTS[line.charCodeAt(0) % 3] ?? ''
    return line.replace(/,,,,$/, `,${light},low,${nextTestOf(light)},`)
  })
  return [header, ...filled].join('\r\n')
}

let lastValue = 0

/** Makes the rows of laboratory files. Every value is used once, so that it names the patient whose blood gave it. */
export class RowGenerator {
  readonly #tubes: readonly TakenTube[]
  readonly #ownerOf = new Map<string, number>()

  constructor(tubes: readonly TakenTube[]) {
    this.#tubes = tubes
  }

  /** The patient whose blood gave a value; undefined for the values that every tube shares. */
  ownerOf(value: string): number | undefined {
    return this.#ownerOf.get(value)
  }

  #tube(at: number): TakenTube {
    const found = this.#tubes[at]
    if (found === undefined) throw new Error(`There is no tube ${at}.`)
    return found
  }

  #newValue(profileId: number, above = 0.1): string {
    lastValue += 1
    const value = (above + lastValue / 10_000).toFixed(4)
    this.#ownerOf.set(value, profileId)
    return value
  }

  /** The row of a specification; `value` is the stored one of its tube. */
  row({ tube: at, kind: what }: RowSpec, value: string | undefined): Row {
    const own = this.#tube(at)
    if (what === 'of another') {
      const other = this.#tube((at + 1) % this.#tubes.length)
      const cells = { ...cellsOf(other, this.#newValue(other.profileId)), label: own.label }
      return {
        cells,
        reasons: [
          ...(other.birthDate === own.birthDate ? [] : ['birth-date-differs']),
          ...(plain(other.surname) === plain(own.surname) ? [] : ['surname-differs']),
          ...(plain(other.forename) === plain(own.forename) ? [] : ['forename-differs']),
        ],
      }
    }
    const isOld = what === 'again' && value !== undefined
    const cells = cellsOf(own, isOld ? value : this.#newValue(own.profileId))
    if (what === 'corrected') return { cells: { ...cells, status: 'C' }, reasons: [] }
    if (what === 'taken back') {
      return { cells: { ...cells, status: 'W', surname: 'Someone Else', value: '' }, reasons: [] }
    }
    if (what === 'very high') {
      return {
        cells: { ...cells, value: this.#newValue(own.profileId, 200) },
        reasons: ['value-implausible'],
      }
    }
    if (what === 'spelled otherwise') {
      const surname = own.surname.toUpperCase().normalize('NFD').replace(/[-' ]/g, '\u200b ')
      return { cells: { ...cells, surname }, reasons: [] }
    }
    if (what === 'new' || what === 'again') return { cells, reasons: [] }
    const fault = ROW_FAULTS[what]
    return { cells: { ...cells, ...fault.change(cells) }, reasons: fault.reasons }
  }
}
