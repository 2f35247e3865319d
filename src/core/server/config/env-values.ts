import * as z from 'zod/mini'
import { SMS_SENDER } from '#booking/rules/sms.ts'
import { addressOf, isEmail } from '#core/rules/email-address.ts'
import { certificatesOf } from '#shared/node/certificates.ts'
import { isPrivateWeb } from '#shared/node/transport.ts'

/** Non-empty string. */
export const text = z.string().check(z.minLength(1))
/** Shared secret of two machines. */
export const secret = z
  .string()
  .check(z.minLength(16, { error: 'must have at least 16 random characters' }))
const webUrl = z.url({ protocol: /^https?$/ })
/** The address of a service: https, or http on this computer. */
export const serviceUrl = webUrl.check(
  z.refine(isPrivateWeb, {
    error: 'must be https: http would send it unencrypted, except to this computer',
  }),
)
/** The address of a mail server. Parameters could switch its encryption off. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/ })
  .check(z.refine((url) => !url.includes('?'), { error: 'must have no parameters' }))
/** `Name <address>`, or an address alone. */
export const mailFrom = z.string().check(
  z.refine((mailbox) => isEmail(addressOf(mailbox)), {
    error: 'must be an e-mail address, or Name <address>',
  }),
)
/** What a text message shows as its sender. */
export const smsSender = z.string().check(
  z.regex(SMS_SENDER, {
    error: 'must be up to 11 letters and digits, or a number such as +447700900000',
  }),
)
/** Origin without a trailing slash. */
export const origin = z.pipe(
  webUrl.check(
    z.refine((url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`, {
      error: 'must be an origin such as https://www.example.org, without a path',
    }),
  ),
  z.transform((url) => new URL(url).origin),
)
/** The same without trailing slashes. */
export const serviceUrlWithoutSlash = z.pipe(
  serviceUrl,
  z.transform((url) => url.replace(/\/+$/, '')),
)
/** Integer from `least` to `most`, both included. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^-?\d{1,12}$/, { error: 'must be a whole number' }),
      z.refine((digits) => Number(digits) >= least && Number(digits) <= most, {
        error: `must lie between ${least} and ${most}`,
      }),
    ),
    z.transform(Number),
  )
/** The tiles of the map: a PMTiles file, or the URL template of a raster tile service. */
export type MapTiles =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'service'; readonly template: string; readonly host: string }

/** A URL with each of `{z}`, `{x}` and `{y}` once, below a host without placeholders. */
function tileServiceOf(template: string): MapTiles | undefined {
  const placeholders = [...template.matchAll(/\{[^{}]*\}/g)].map(([found]) => found)
  const url = URL.parse(template)
  const isWeb = isPrivateWeb(template)
  const isComplete = placeholders.toSorted().join() === '{x},{y},{z}'
  if (!url || !isWeb || !isComplete || /[{}]/.test(decodeURI(url.host))) return undefined
  return url.username === '' ? { kind: 'service', template, host: url.hostname } : undefined
}

const mapTilesOf = (value: string): MapTiles | undefined =>
  /\.pmtiles$/i.test(value) && !/^https?:/i.test(value)
    ? { kind: 'file', path: value }
    : tileServiceOf(value)

export const mapTiles = z.pipe(
  z.string().check(
    z.refine((value) => mapTilesOf(value) !== undefined, {
      error:
        'must be the path of a .pmtiles file, or the https URL of a tile service with {z}, {x} and {y} and no other placeholder',
    }),
  ),
  z.transform((value) => mapTilesOf(value) as MapTiles),
)
/** Certificates of a CA. */
export const certificates = z.pipe(
  z.string().check(
    z.refine((value) => certificatesOf(value) !== undefined, {
      error:
        'must be the path of a file with certificates (PEM) that this process can read, or their text',
    }),
  ),
  z.transform((value) => certificatesOf(value) as string),
)
/** 32 bytes, given in base64. */
export const key = z.pipe(
  z.string().check(
    z.refine((base64) => Buffer.from(base64, 'base64').length === 32, {
      error: 'must be 32 bytes in base64',
    }),
  ),
  z.transform((base64) => Buffer.from(base64, 'base64')),
)
const keyIds = (list: string) => list.split(',').map((entry) => entry.slice(0, entry.indexOf(':')))
/** Versioned keys as `id:base64`, comma-separated, the current key first. */
export const dataKeys = z.pipe(
  z.string().check(
    z.refine(
      (list) =>
        list
          .split(',')
          .every(
            (entry) =>
              /^[a-z0-9]{1,16}:/i.test(entry) &&
              Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64').length === 32,
          ),
      { error: 'must be id:base64 of 32 bytes, several separated by commas' },
    ),
    z.refine((list) => new Set(keyIds(list)).size === keyIds(list).length, {
      error: 'has two keys with the same id',
    }),
  ),
  z.transform((list) =>
    list.split(',').map((entry) => ({
      id: entry.slice(0, entry.indexOf(':')),
      key: Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64'),
    })),
  ),
)
