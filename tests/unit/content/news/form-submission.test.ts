import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FormEvent,
  type FormState,
  nextFormState,
  readFormAnswer,
  withLabel,
} from '#content/rules/form-submission.ts'
import { FIELD_ERROR_TEXTS, FORM_ERROR_TEXTS } from '#content/texts/contact.ts'

const idle: FormState = { step: 'idle' }
const submitting: FormState = { step: 'submitting', resubmitKey: undefined }
const pending: FormState = { step: 'pending', clientSecret: 'pi_secret', resubmitKey: 'k1' }
const answered = (body: unknown): FormEvent => ({ type: 'answer', answer: readFormAnswer(body) })

const run = (state: FormState, ...events: FormEvent[]) => events.reduce(nextFormState, state)

describe('the response of a form service', () => {
  it('ABOUT-05 reads a success with a next link', () => {
    expect(readFormAnswer({ next: '/thanks', ok: true })).toEqual({
      kind: 'success',
      next: '/thanks',
    })
  })

  it.each(Object.entries(FIELD_ERROR_TEXTS))('ABOUT-05 knows the field code %s', (code, text) => {
    expect(readFormAnswer({ errors: [{ code, field: 'email' }] })).toEqual({
      kind: 'error',
      formErrors: [],
      fieldErrors: [{ code, field: 'email', message: text }],
    })
  })

  it.each(Object.entries(FORM_ERROR_TEXTS))('ABOUT-05 knows the form code %s', (code, text) => {
    expect(readFormAnswer({ errors: [{ code }] })).toEqual({
      kind: 'error',
      formErrors: [{ code, message: text }],
      fieldErrors: [],
    })
  })

  it('ABOUT-05 reads an unknown code as UNSPECIFIED and keeps its message', () => {
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

  it('ABOUT-05 reads an error of our own API: a message per field, or one message', () => {
    const fields = { email: 'This field is required.' }
    expect(readFormAnswer({ error: 'Please check.', fields })).toMatchObject({
      formErrors: [],
      fieldErrors: [{ field: 'email', message: 'This field is required.' }],
    })
    expect(readFormAnswer({ error: 'Too many attempts.', status: 429 })).toMatchObject({
      formErrors: [{ message: 'Too many attempts.' }],
    })
  })

  it('ABOUT-05 reads anything else as an unexpected response, and never throws', () => {
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
  it('ABOUT-05 goes from idle to submitting to succeeded or failed, and can be sent again', () => {
    expect(run(idle, { type: 'submit' })).toEqual(submitting)
    expect(run(submitting, answered({ next: '/x' }))).toEqual({ step: 'succeeded', next: '/x' })
    const failed = run(submitting, answered({ errors: [{ code: 'EMPTY', message: 'Empty' }] }))
    expect(failed).toMatchObject({ step: 'failed', formErrors: [{ code: 'EMPTY' }] })
    expect(run(failed, { type: 'submit' })).toEqual(submitting)
  })

  it('ABOUT-05 submits again with the resubmit key after card authentication', () => {
    const body = { stripe: { paymentIntentClientSecret: 'pi_secret' }, resubmitKey: 'k1' }
    expect(run(submitting, answered(body))).toEqual(pending)
    const again = run(pending, { type: 'authenticated' })
    expect(again).toEqual({ step: 'submitting', resubmitKey: 'k1' })
    expect(run(again, answered({ next: '/x' }))).toEqual({ step: 'succeeded', next: '/x' })
  })

  it('ABOUT-05 fails when the card authentication fails', () => {
    expect(run(pending, { type: 'authentication-failed' })).toMatchObject({
      step: 'failed',
      formErrors: [{ message: 'Stripe SCA error' }],
    })
  })

  it('ABOUT-05 is never submitted twice at once, and ignores an unexpected event', () => {
    expect(run(submitting, { type: 'submit' })).toBe(submitting)
    expect(run(pending, { type: 'submit' })).toBe(pending)
    expect(run(idle, answered({ next: '/x' }))).toBe(idle)
    for (const type of ['authenticated', 'authentication-failed'] as const) {
      expect(run(submitting, { type })).toBe(submitting)
    }
  })

  it('ABOUT-05 shows the label before the message', () => {
    expect(withLabel('Email', 'should be an email')).toBe('Email: should be an email')
  })
})
