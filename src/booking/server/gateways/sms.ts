/** A text message to one number. */
export type SmsMessage = {
  /** E.164. */
  readonly to: string
  readonly text: string
  /** The same for every attempt, so that the provider sends it once. */
  readonly id: string
}

/** The provider has refused the message permanently: another attempt would be refused as well. */
export class SmsRefusedError extends Error {
  readonly responseCode: number
  constructor(responseCode: number) {
    super('The SMS provider refused the message.')
    this.name = 'SmsRefusedError'
    this.responseCode = responseCode
  }
}

/** The provider did not take the message this time. */
export class SmsFailedError extends Error {
  readonly responseCode: number
  constructor(responseCode: number) {
    super('The SMS provider did not take the message.')
    this.name = 'SmsFailedError'
    this.responseCode = responseCode
  }
}

/** Sends text messages. */
export type SmsGateway = {
  /**
   * Hands a message to the provider.
   * @throws SmsRefusedError when it refuses the message permanently.
   * @throws when it refuses it otherwise or does not respond within ten seconds.
   */
  send(message: SmsMessage): Promise<void>
}

export type SmsEnv = { readonly url: string; readonly key: string; readonly sender: string }

const TIME_OUT_MS = 10_000

/** Refusals that a change of our own settings, or time, can end: of the key, of the account, and of too many requests. */
const NOT_FINAL = new Set([401, 402, 403, 404, 408, 425, 429])

/**
 * A provider with this protocol (docs/operating.md, Text messages): POST to `url` with `Authorization: Bearer <key>`, `Idempotency-Key`
 * and the JSON `{"to", "from", "text"}`; any 2xx accepts the message. Called by the server only.
 */
export function smsGateway({ url, key, sender }: SmsEnv): SmsGateway {
  return {
    async send({ to, text, id }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': id,
        },
        body: JSON.stringify({ to, from: sender, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIME_OUT_MS),
      })
      // Nothing of the body is used: a provider may repeat the number in it.
      await response.body?.cancel()
      const { status } = response
      if (response.ok) return
      const isFinal = status >= 400 && status < 500 && !NOT_FINAL.has(status)
      throw isFinal ? new SmsRefusedError(status) : new SmsFailedError(status)
    },
  }
}
