import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FormEvent,
  type FormState,
  nextFormState,
  readFormAnswer,
  withLabel,
} from '#domain/form-submission.ts'
import { FIELD_ERROR_TEXTS, FORM_ERROR_TEXTS } from '#domain/texts/contact.ts'

const idle: FormState = { step: 'idle' }
const submitting: FormState = { step: 'submitting', resubmitKey: undefined }
const pending: FormState = { step: 'pending', clientSecret: 'pi_secret', resubmitKey: 'k1' }
const answered = (body: unknown): FormEvent => ({ type: 'answer', answer: readFormAnswer(body) })

const run = (state: FormState, ...events: FormEvent[]) => events.reduce(nextFormState, state)

describe('the answer of a form service', () => {
  it('ABOUT-05 a success has a next link', () => {
    expect(readFormAnswer({ next: '/thanks', ok: true })).toEqual({
      kind: 'success',
      next: '/thanks',
    })
  })

  it.each(Object.entries(FIELD_ERROR_TEXTS))('ABOUT-05 knows the field code %s', (code, words) => {
    expect(readFormAnswer({ errors: [{ code, field: 'email' }] })).toEqual({
      kind: 'error',
      formErrors: [],
      fieldErrors: [{ code, field: 'email', message: words }],
    })
  })

  it.each(Object.entries(FORM_ERROR_TEXTS))('ABOUT-05 knows the form code %s', (code, words) => {
    expect(readFormAnswer({ errors: [{ code }] })).toEqual({
      kind: 'error',
      formErrors: [{ code, message: words }],
      fieldErrors: [],
    })
  })

  it('ABOUT-05 an unknown code is UNSPECIFIED, and its own words count', () => {
    const errors = [
      { code: 'NEW', message: 'Something else' },
      { code: 'TYPE_EMAIL', message: 'A code of fields, but for no field' },
      { code: 'toString', field: 'email', message: 'No such code' },
    ]
    expect(readFormAnswer({ errors })).toEqual({
      kind: 'error',
      formErrors: [
        { code: 'UNSPECIFIED', message: 'Something else' },
        { code: 'UNSPECIFIED', message: 'A code of fields, but for no field' },
      ],
      fieldErrors: [{ code: 'UNSPECIFIED', field: 'email', message: 'No such code' }],
    })
  })

  it('ABOUT-05 a refusal of our own API is read too: words per field, or else its sentence', () => {
    const fields = { email: 'This field is required.' }
    expect(readFormAnswer({ error: 'Please check.', fields })).toMatchObject({
      formErrors: [],
      fieldErrors: [{ field: 'email', message: 'This field is required.' }],
    })
    expect(readFormAnswer({ error: 'Too many attempts.', status: 429 })).toMatchObject({
      formErrors: [{ message: 'Too many attempts.' }],
    })
  })

  it('ABOUT-05 anything else is an unexpected response, and never throws', () => {
    const unexpected = {
      kind: 'error',
      formErrors: [{ code: 'UNSPECIFIED', message: 'Unexpected response format' }],
      fieldErrors: [],
    }
    for (const body of [null, 'ok', [], {}, { errors: [] }, { errors: [7] }, { stripe: {} }]) {
      expect(readFormAnswer(body)).toEqual(unexpected)
    }
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(['success', 'error', 'pending']).toContain(readFormAnswer(body).kind)
      }),
    )
  })
})

describe('the states of a form', () => {
  it('ABOUT-05 goes from idle over submitting to succeeded or failed, and can be sent again', () => {
    expect(run(idle, { type: 'submit' })).toEqual(submitting)
    expect(run(submitting, answered({ next: '/x' }))).toEqual({ step: 'succeeded', next: '/x' })
    const failed = run(submitting, answered({ errors: [{ code: 'EMPTY', message: 'Empty' }] }))
    expect(failed).toMatchObject({ step: 'failed', formErrors: [{ code: 'EMPTY' }] })
    expect(run(failed, { type: 'submit' })).toEqual(submitting)
  })

  it('ABOUT-05 a card that must be authenticated is sent again with its key', () => {
    const body = { stripe: { paymentIntentClientSecret: 'pi_secret' }, resubmitKey: 'k1' }
    expect(run(submitting, answered(body))).toEqual(pending)
    const again = run(pending, { type: 'authenticated' })
    expect(again).toEqual({ step: 'submitting', resubmitKey: 'k1' })
    expect(run(again, answered({ next: '/x' }))).toEqual({ step: 'succeeded', next: '/x' })
  })

  it('ABOUT-05 a card that is not authenticated fails', () => {
    expect(run(pending, { type: 'authentication-failed' })).toMatchObject({
      step: 'failed',
      formErrors: [{ message: 'Stripe SCA error' }],
    })
  })

  it('ABOUT-05 is never sent twice at once, and an event out of turn changes nothing', () => {
    expect(run(submitting, { type: 'submit' })).toBe(submitting)
    expect(run(pending, { type: 'submit' })).toBe(pending)
    expect(run(idle, answered({ next: '/x' }))).toBe(idle)
    for (const type of ['authenticated', 'authentication-failed'] as const) {
      expect(run(submitting, { type })).toBe(submitting)
    }
  })

  it('ABOUT-05 shows the label before the words', () => {
    expect(withLabel('Email', 'should be an email')).toBe('Email: should be an email')
  })
})
