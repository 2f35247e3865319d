import { describe, expect, it } from 'vitest'
import { NOTE_LIMITS } from '#core/rules/character-limits.ts'
import {
  chosenCommand,
  neededId,
  neededOption,
  Refusal,
  readCommandLine,
} from '../../../scripts/operator/command-line.ts'

const KNOWN = { values: ['by', 'reason', 'note'], flags: ['apply'], usage: 'the usage' }
const read = (text: string) => readCommandLine(text.split(' ').filter(Boolean), KNOWN)

describe('the command line of an operator', () => {
  it('OPS-02 consists of words and options in any order', () => {
    const { words, options } = read('--by Ada erase --apply 12 --reason x')
    expect(words).toEqual(['erase', '12'])
    expect(Object.fromEntries(options)).toEqual({ by: 'Ada', apply: '', reason: 'x' })
  })

  it.each(['--unknown x', 'erase --by', 'erase --by --apply', '--apply --reason --by x'])(
    'OPS-02 %s: is refused with the usage',
    (text) => {
      expect(() => read(text)).toThrow(new Refusal('the usage'))
    },
  )

  it.each(['', 'forget', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'OPS-02 %j names no command',
    (name) => {
      const commands = { erase: 'the command' }
      expect(chosenCommand(commands, read('erase'), 'the usage')).toBe('the command')
      expect(() => chosenCommand(commands, read(name), 'the usage')).toThrow(
        new Refusal('the usage'),
      )
    },
  )

  it.each(['Lost\nBcc: x', 'a\u202eb', 'a\u200bb', 'a\tb', 'a\u0007b', 'a\u2028b'])(
    'OPS-02 CLI-05 a text that is not one visible line is refused: %j',
    (reason) => {
      expect(() => readCommandLine(['erase', '--reason', reason], KNOWN)).toThrow('on one line')
    },
  )

  it('OPS-02 STF-09 a reason is as long as the database keeps it', () => {
    const reason = 'x'.repeat(NOTE_LIMITS.reason)
    const { options } = readCommandLine(['erase', '--reason', ` ${reason} `], KNOWN)
    expect(options.get('reason')).toBe(reason)
    expect(() => readCommandLine(['erase', '--reason', `${reason}x`], KNOWN)).toThrow(
      new Refusal('--reason: Use 300 characters or fewer.'),
    )
    expect(() => readCommandLine(['spoken', '--note', 'x'.repeat(501)], KNOWN)).toThrow(
      new Refusal('--note: Use 500 characters or fewer.'),
    )
  })

  it('OPS-02 an option that is needed must not be missing or blank', () => {
    expect(neededOption(read('x --by Ada'), 'by', 'the usage')).toBe('Ada')
    expect(() => neededOption(read('x'), 'by', 'the usage')).toThrow(new Refusal('the usage'))
    const blank = readCommandLine(['x', '--by', ' '], KNOWN)
    expect(() => neededOption(blank, 'by', 'the usage')).toThrow(new Refusal('the usage'))
  })

  it.each(['erase', 'erase x', 'erase 0', 'erase 1.5', 'erase -1', 'erase 1234567890123456'])(
    'OPS-02 %s: has no id',
    (text) => {
      expect(() => neededId(read(text), 'the usage')).toThrow(new Refusal('the usage'))
    },
  )

  it('OPS-02 the id is the word after the name of the command', () => {
    expect(neededId(read('erase 123456789012345'), 'the usage')).toBe(123_456_789_012_345)
  })
})
