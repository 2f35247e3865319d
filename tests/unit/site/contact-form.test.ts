import { describe, expect, it, vi } from 'vitest'
import { type Sending, submissionResult } from '#site/forms/submission.ts'

const first: Sending = { step: 'submitting', resubmitKey: undefined }
const again: Sending = { step: 'submitting', resubmitKey: 'k1' }
const pending = { stripe: { paymentIntentClientSecret: 'pi_secret' }, resubmitKey: 'k1' }
const answers = (body: unknown) => vi.fn(() => Promise.resolve({ ok: true, body }))

describe('sending the contact form', () => {
  it('ABOUT-05 succeeds, and sends no key the first time', async () => {
    const send = answers({ next: '/form-result' })
    expect(await submissionResult(first, send)).toEqual({ step: 'succeeded', next: '/form-result' })
    expect(send).toHaveBeenCalledWith({})
  })

  it('ABOUT-05 waits for the card, then sends the form again with its key', async () => {
    expect(await submissionResult(first, answers(pending))).toEqual({
      step: 'pending',
      clientSecret: 'pi_secret',
      resubmitKey: 'k1',
    })
    const send = answers({ next: '/form-result' })
    expect(await submissionResult(again, send)).toMatchObject({ step: 'succeeded' })
    expect(send).toHaveBeenCalledWith({ resubmitKey: 'k1' })
  })

  it('ABOUT-05 fails when the card is still pending after the form was sent again', async () => {
    expect(await submissionResult(again, answers(pending))).toMatchObject({
      step: 'failed',
      formErrors: [{ message: 'Stripe SCA error' }],
    })
  })

  it('ABOUT-05 fails when no answer arrives', async () => {
    expect(await submissionResult(first, () => Promise.resolve(undefined))).toMatchObject({
      step: 'failed',
      formErrors: [{ message: 'An error occurred. Please try again.' }],
    })
  })
})
