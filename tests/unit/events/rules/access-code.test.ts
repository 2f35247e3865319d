import { describe, expect, it } from 'vitest'
import { normalAccessCode } from '#events/rules/access-code.ts'
import { createAccessCode } from '#events/server/access-code.ts'

describe('an access code', () => {
  it('EVD-05 is compared without spaces, hyphens and case', () => {
    const typed = [
      'LODGE-2041',
      'lodge 2041',
      ' Lodge2041 ',
      'lodge–2041',
      'LODGE‐20 41',
      'ＬＯＤＧＥ２０４１',
      '\u202aLODGE\u200b2041\u202c',
    ]
    expect(new Set(typed.map(normalAccessCode))).toEqual(new Set(['LODGE2041']))
    expect(normalAccessCode('LODGE_2041')).not.toBe('LODGE2041')
  })

  it('EVD-05 that is made has two groups of characters that are not confused', () => {
    const codes = Array.from({ length: 200 }, createAccessCode)
    for (const code of codes)
      expect(code).toMatch(/^[2-9B-DF-HJKMNP-TV-XZ]{4}-[2-9B-DF-HJKMNP-TV-XZ]{4}$/)
    expect(new Set(codes).size).toBe(200)
  })
})
