import * as z from 'zod/mini'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/fields.ts'
import { PUBLISHING_FAILURES } from '#core/rules/publishing-status.ts'

/** The specified descriptions, and ours for a failed consent (FORM-02). */
export const ERROR_DESCRIPTIONS = [
  'Payment Failure',
  'Recoverable Payment',
  'Non-recoverable Payment',
  'Failed to create appointment',
  'Consent Creation Failed',
  'Page Failure',
  'Profile Update Failed',
] as const

/** POST /logs/error: fire-and-forget; unknown descriptions are stored as 'Other'. */
export const logError = defineEndpoint({
  name: 'logError',
  method: 'POST',
  path: '/logs/error',
  summary: 'Notes an error of the browser; no medical detail is kept.',
  access: 'public',
  status: 202,
  input: z.strictObject({
    errorMessage: line(500),
    description: line(200),
    /** Names of invalid fields, never their values. Those that no form of ours has are not kept. */
    fields: z.optional(
      z.array(z.string().check(z.regex(/^[a-z_][\w.-]{0,59}$/i))).check(z.maxLength(40)),
    ),
  }),
  output: z.object({ status: z.literal('success') }),
  reasons: {},
})

const part = z.enum(['ok', 'down'])

/**
 * GET /health: 'down' (HTTP 503) only without the database. 'misconfigured': the identity provider's settings prevent
 * sign-up; the log of the start names them.
 */
export const getHealth = defineEndpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/health',
  summary: 'Whether the service and what it needs can be reached.',
  access: 'public',
  input: z.strictObject({}),
  output: z.object({
    status: z.enum(['ok', 'degraded', 'down']),
    database: part,
    /** How connections reach the database: 'unencrypted' only by the operator's decision (DATABASE_TLS). */
    database_transport: z.enum(['tls', 'socket', 'loopback', 'unencrypted']),
    content: part,
    identity: z.enum(['ok', 'down', 'misconfigured']),
    mail: part,
    /** 'failing': what editors have published since does not reach the website. Since when, and why the last publication failed. */
    publishing: z.enum(['ok', 'failing']),
    publishing_failing_since: z.nullable(z.iso.datetime()),
    publishing_failure: z.nullable(z.enum(PUBLISHING_FAILURES)),
    /**
     * 'off': no payment provider is configured. 'late': it can be reached, and a payment or a refund has waited too long (docs/operating.md).
     */
    payments: z.enum(['ok', 'down', 'late', 'off']),
    /** Seconds since the oldest unsettled payment began, and since the oldest unmade refund was requested. */
    oldest_unsettled_seconds: z.nullable(z.int()),
    oldest_refund_seconds: z.nullable(z.int()),
  }),
  reasons: {},
})
