import { describe, expect, it } from 'vitest'
import { isSamePerson, personKey, readPerson } from '#core/rules/staff-person.ts'
import { type GivenJudgement, nextJudgement } from '#results/rules/result-judgement.ts'

describe('the rule of two persons', () => {
  const given = (more: Partial<GivenJudgement>): GivenJudgement => ({
    round: 1,
    reader: 1,
    by: 'Ada Quill, clinician',
    mac: 'amber',
    secondNeeded: true,
    ...more,
  })
  const next = (
    light: 'green' | 'amber',
    by: string,
    before: GivenJudgement[],
    isSettled = false,
    isMild = false,
  ) =>
    nextJudgement(
      before,
      { by, light, mac: light, isMild },
      { takenBy: ['Bo Reed, coordinator', 'Mo Finch, coordinator'], isSettled },
    )

  it('LAB-06 green is complete with one, anything else with two who agree', () => {
    expect(next('green', 'Ada Quill, clinician', [])).toMatchObject({ reader: 1, completes: true })
    expect(next('amber', 'Ada Quill, clinician', [])).toMatchObject({ reader: 1, completes: false })
    expect(next('amber', 'Ben Ashe, clinician', [given({})])).toMatchObject({
      reader: 2,
      completes: true,
    })
    expect(next('amber', 'ADA QUILL, clinician', [given({})])).toEqual({
      ok: false,
      reason: 'needs-another-person',
    })
    for (const by of ['mo finch, clinician', 'Bo-Reed, clinician']) {
      expect(next('green', by, [])).toEqual({ ok: false, reason: 'imported-it' })
    }
  })

  it('LAB-13 green that is milder than the thresholds needs a second person, who agrees', () => {
    const ada = next('green', 'Ada Quill, clinician', [], false, true)
    expect(ada).toMatchObject({ reader: 1, secondNeeded: true, completes: false })
    const first = [given({ mac: 'green' })]
    expect(next('green', 'Ben Ashe, clinician', first, false, true)).toMatchObject({
      reader: 2,
      completes: true,
    })
    expect(next('green', 'Dr Ada Quill, clinician', first, false, true)).toMatchObject({
      reason: 'needs-another-person',
    })
  })

  it('LAB-06 after a disagreement or a change both judge again, also green', () => {
    const differing = [given({}), given({ reader: 2, by: 'Ben Ashe, clinician', mac: 'green' })]
    expect(next('green', 'Ada Quill, clinician', differing)).toMatchObject({
      round: 2,
      reader: 1,
      completes: false,
    })
    const settled = [given({ mac: 'green', secondNeeded: false })]
    expect(next('green', 'Ben Ashe, clinician', settled, true)).toMatchObject({
      reason: 'unchanged',
    })
    expect(next('amber', 'Ben Ashe, clinician', settled, true)).toMatchObject({
      round: 2,
      reader: 1,
    })
    expect(next('green', 'Ben Ashe, clinician', settled)).toMatchObject({
      round: 2,
      completes: false,
    })
  })

  it('LAB-06 a person is a name with a known role', () => {
    expect(readPerson(' Ada  Quill , Clinician')).toMatchObject({ by: 'Ada Quill, clinician' })
    const unseen = ['\u200b, clinician', 'Ada\u200bQuill, clinician', 'Ada\u0007Quill, clinician']
    const without = ['Ada Quill', ', clinician', '-, clinician', '., clinician', "', clinician"]
    for (const text of [...without, 'Ada Quill, admiral', 'A, B, clinician', ...unseen]) {
      expect(readPerson(text), text).toBeUndefined()
    }
    const spelled = [
      'ada quill',
      'Ada-Quill',
      'AdaQuill',
      'Ada Qu’ill',
      'A\u0301da Quill',
      'Áda Quill',
    ]
    for (const name of [...spelled, 'Ada\u200b Quill']) {
      expect(isSamePerson('Ada Quill, clinician', `${name}, coordinator`), name).toBe(true)
    }
    expect(isSamePerson('Ada Quill, clinician', 'Ada Quell, clinician')).toBe(false)
  })

  it('LAB-06 a form of address does not make a second person, and is never the whole name', () => {
    for (const title of [
      'Dr',
      'DR.',
      'Doctor',
      'Prof. Dr.',
      'Professor Sir',
      'Mr',
      'Mrs',
      'Ms',
      'Miss',
      'Mx',
      'Ｄr',
    ]) {
      expect(isSamePerson('Ada Quill, clinician', `${title} Ada Quill, clinician`), title).toBe(
        true,
      )
    }
    expect(personKey('Dr.Ada Quill, clinician')).toBe('adaquill')
    expect(personKey('Sir, clinician')).toBe('sir')
    expect(personKey('Dr Prof., clinician')).toBe('prof.')
    expect(personKey('Drake Missy, clinician')).toBe('drakemissy')
  })
})
