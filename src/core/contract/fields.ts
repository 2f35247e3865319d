import * as z from 'zod/mini'
import { CHARACTER_LIMITS, NOT_SHOWN, tooLong } from '#core/rules/character-limits.ts'
import { isEmail, normaliseEmail } from '#core/rules/email-address.ts'
import { cleanLine, hasLineBreak, hasUnshowable, withoutUnseen } from '#core/rules/one-line.ts'
import { cleanPhone } from '#core/rules/telephone.ts'
import { isClockTime, isIsoDate } from '#core/rules/time.ts'
import { MAX_WHOLE_ID, WHOLE_ID } from '#core/rules/whole-id.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** A whole-number id: a number, or its digits as text (paths, queries, form posts). */
export const wholeId = z.union([
  z.int().check(z.gte(1), z.lte(MAX_WHOLE_ID)),
  z.pipe(z.string().check(z.regex(WHOLE_ID)), z.transform(Number)),
])

const shownText = (most: number) =>
  z.string().check(
    z.maxLength(most, { error: tooLong(most) }),
    z.refine((value) => !hasUnshowable(value), { error: NOT_SHOWN }),
  )

/** User text of several lines, of at most `most` characters: trimmed, without characters that cannot be seen. */
export const lines = (most: number) =>
  z.pipe(
    shownText(most),
    z.transform((value: string) => withoutUnseen(value).trim()),
  )

/** Like `lines`, on one line: it may become a row of a list, a label or a header. */
export const line = (most: number) =>
  z.pipe(
    z.pipe(shownText(most), z.transform(cleanLine)),
    z
      .string()
      .check(z.refine((value) => !hasLineBreak(value), { error: 'Write this on one line.' })),
  )

/** Like `line`, and not empty. */
export const requiredLine = (most: number, error: string) =>
  z.pipe(line(most), z.string().check(z.minLength(1, { error })))

/** Null and undefined both mean no value. */
export const optionalLine = (most: number) => z.nullish(line(most))

/** A telephone number, cleaned; whether it can be called is checked elsewhere. */
export const phoneLine = z.pipe(line(CHARACTER_LIMITS.phone), z.transform(cleanPhone))

/** Like `phoneLine`, and not empty. */
export const requiredPhone = z.pipe(
  phoneLine,
  z.string().check(z.minLength(1, { error: PROFILE_FAULTS.phoneMissing })),
)

/** A calendar day 'YYYY-MM-DD' that exists. */
export const isoDate = z.string().check(z.refine(isIsoDate))

/** A time 'HH:mm' on the 24-hour clock. */
export const clockTime = z.string().check(z.refine(isClockTime))

/** An instant in UTC, 'YYYY-MM-DDTHH:mm:ss.sssZ'. */
export const instant = z.iso.datetime()

/** A checkbox; a form post sends it as 'true' or 'on'. */
export const flag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false', 'on']),
    z.transform((value) => value !== 'false'),
  ),
])

/** One or several values: a form post with one box ticked sends a single string. */
export const severalOf = <T extends string>(options: readonly [T, ...T[]]) =>
  z.union([
    z.array(z.enum(options)).check(z.maxLength(options.length)),
    z.pipe(
      z.enum(options),
      z.transform((one) => [one]),
    ),
  ])

/** An e-mail address in the form that is stored. Its one fault has one text (`FIELD_MESSAGES`), whatever is wrong. */
export const emailAddress = z.pipe(
  z.string().check(z.maxLength(CHARACTER_LIMITS.email), z.refine(isEmail)),
  z.transform(normaliseEmail),
)
