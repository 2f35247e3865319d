import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsOneSms, MOST_SMS_CHARACTERS, type SmsKind, smsText } from '#booking/rules/sms.ts'
import { saysWhatIsTested } from '#core/rules/clinical-words.ts'
import { instant, PROPERTY } from '../../events/rules/samples.ts'

const KINDS: SmsKind[] = ['confirmation', 'reminder', 'event-cancelled']
const startsAt = new Date('2026-09-23T08:20:00Z')
const siteUrl = 'https://www.halyard.example'

describe('the words of a text message', () => {
  it.each([
    [
      'confirmation',
      'Your appointment is confirmed: Wednesday 23 September, 09:20. https://www.halyard.example/upcoming-events',
    ],
    [
      'reminder',
      'Reminder: your appointment is on Wednesday 23 September, 09:20. Change or cancel until Monday 21 September, 09:20. https://www.halyard.example/upcoming-events',
    ],
    [
      'event-cancelled',
      'We are sorry: your appointment on Wednesday 23 September, 09:20 will not take place. https://www.halyard.example/book-event-main',
    ],
  ] as const)('REM-02 of a %s', (kind, expected) => {
    expect(smsText(kind, { startsAt, siteUrl })).toBe(expected)
  })

  it('REM-02 fit one message of 160 GSM-7 characters at any time and for any address, and name nothing clinical', () => {
    fc.assert(
      fc.property(instant, fc.webUrl(), fc.constantFrom(...KINDS), (when, url, kind) => {
        const text = smsText(kind, { startsAt: when, siteUrl: url })
        expect(text.length).toBeLessThanOrEqual(MOST_SMS_CHARACTERS)
        expect(fitsOneSms(text)).toBe(true)
        expect(text.replaceAll(url, '')).not.toMatch(
          /psa|prostat|cancer|tumou?r|urolog|test|result|blood|nhs/i,
        )
      }),
      PROPERTY,
    )
  })

  it.each([
    'https://www.prostate-friends.example',
    'https://PSAtests.example',
    'https://halyard.example/cancer',
  ])('REM-02 leave out %s, which says what the appointment is for', (address) => {
    for (const kind of KINDS) {
      const text = smsText(kind, { startsAt, siteUrl: address })
      expect(saysWhatIsTested(text)).toBe(false)
      expect(text).toMatch(/\.$/)
      expect(text).not.toContain('example')
    }
  })

  it('REM-02 leave out an address that does not fit or has other characters', () => {
    const text = smsText('reminder', { startsAt, siteUrl: `https://${'long'.repeat(15)}.example` })
    expect(text).toMatch(/09:20\.$/)
    expect(fitsOneSms('https://x.example/~me')).toBe(false)
    expect(fitsOneSms('’')).toBe(false)
    expect(fitsOneSms('a'.repeat(160))).toBe(true)
    expect(fitsOneSms('a'.repeat(161))).toBe(false)
  })
})
