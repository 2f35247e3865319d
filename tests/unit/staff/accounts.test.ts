import { describe, expect, it } from 'vitest'
import { renderText } from '#core/server/mail/render.ts'
import {
  factorLockedLetter,
  factorResetLetter,
  invitationLetter,
  patientInvitedLetter,
} from '#staff/mails/staff.ts'
import { isFresh } from '#staff/rules/fresh-code.ts'
import { afterSignIn } from '#staff/rules/pages.ts'
import { readInvitation, readStaffName } from '#staff/rules/person-form.ts'
import { postedForm } from '#staff/rules/posted-form.ts'

describe('where a sign-in leads', () => {
  it.each([
    ['/staff/team/new?x=1', '/staff/team/new?x=1'],
    ['/staff', '/staff'],
    [undefined, '/staff'],
    ['/portal', '/staff'],
    ['/staffing', '/staff'],
    ['/staff/../login', '/staff'],
    ['/staff/sign-in', '/staff'],
    ['/staff/x/../sign-out', '/staff'],
    ['/staff/join?token=x', '/staff'],
    ['//evil.example/staff', '/staff'],
    ['https://evil.example/staff', '/staff'],
    ['/staff\\evil.example', '/staff'],
    ['/staff/\n', '/staff'],
  ])('STF-01 %s leads to %s', (to, path) => {
    expect(afterSignIn(to)).toBe(path)
  })
})

it('STF-02 a code is fresh for ten minutes', () => {
  const now = new Date('2026-12-01T10:00:00Z')
  const ago = (seconds: number) => ({ factorAt: new Date(now.getTime() - seconds * 1000) })
  expect(isFresh(ago(600), now)).toBe(true)
  expect(isFresh(ago(601), now)).toBe(false)
})

describe('the form of an invitation', () => {
  const read = async (fields: [string, string][]) => {
    const request = new Request('http://x', { method: 'POST', body: new URLSearchParams(fields) })
    const form = await postedForm(request)
    return form && readInvitation(form)
  }

  it('STF-04 gives the person, with roles in the order of the table', async () => {
    const person = await read([
      ['name', '  Dr Ada  Quill '],
      ['email', 'Ada@Halyard.Example'],
      ['roles', 'administrator'],
      ['roles', 'clinician'],
      ['registration', 'GMC 0000001'],
    ])
    expect(person).toEqual({
      name: 'Dr Ada Quill',
      email: 'ada@halyard.example',
      roles: ['clinician', 'administrator'],
      registration: 'GMC 0000001',
    })
  })

  it('STF-04 names every fault', async () => {
    const faults = await read([
      ['name', 'Quill, Ada'],
      ['email', 'ada'],
      ['roles', 'owner'],
    ])
    expect(faults).toEqual({
      faults: { name: expect.any(String), email: expect.any(String), roles: expect.any(String) },
    })
    const clinician = await read([
      ['name', 'Ada Quill'],
      ['email', 'ada@halyard.example'],
      ['roles', 'clinician'],
    ])
    expect(clinician).toEqual({ faults: { registration: expect.any(String) } })
  })

  it.each(['', '-', 'x'.repeat(101), 'unknown'])('STF-04 %j is not a name', (name) => {
    expect(readStaffName(name)).toBeUndefined()
  })
})

it('STF-02 STF-04 the letters to staff name no person, no role and nothing clinical', () => {
  const charity = {
    charityName: 'Halyard Men’s Health',
    product: 'Halyard',
    bookingPhone: '',
    supportEmail: '',
    email: '',
    preparationAdvice: [],
    address: [],
    charityNumber: '',
    paymentCharge: { percent: 0, pence: 0 },
  }
  const site = 'https://halyard.example'
  const link = `${site}/staff/join?token=x`
  const letters = [
    invitationLetter(link, charity),
    patientInvitedLetter(site, charity),
    factorLockedLetter(site, charity),
    factorResetLetter(site, charity),
  ]
  for (const letter of letters) {
    const text = `${letter.subject}\n${renderText(letter, charity)}`
    expect(text).not.toMatch(/result|clinic|coordinator|phlebotom|PSA|test\b/i)
  }
  expect(letters.map((letter) => renderText(letter, charity).includes(link))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
