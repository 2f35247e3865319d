import { createHash } from 'node:crypto'
import { NOT_CANCELLED } from '#booking/rules/appointment.ts'
import { CONSENT_CANONICAL } from '#booking/rules/consent.ts'
import type { GivenConsent } from '#booking/rules/given-consent.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'
import { isLiveHold } from '#events/server/database/live-holds.ts'

/** The SHA-256 of the text that is agreed to. */
export const CONSENT_TEXT_HASH = createHash('sha256').update(CONSENT_CANONICAL).digest('hex')

/** A stored consent: the encrypted answers, with version and SHA-256 of the text (CONS-05). */
export type ConsentRecord = {
  readonly consentId: string
  readonly profileId: number
  readonly testOn: IsoDate
  readonly textVersion: string
  readonly textHash: string
  /** The version of the page about benefits and harms that was read; undefined for a consent on paper. */
  readonly choiceVersion?: string
  readonly answersSealed: Buffer
  readonly agreedAt: Date
  /** Given on paper: the number of the form, and who recorded it. */
  readonly paper?: { readonly form: string; readonly by: string }
}

/** The cipher context of a consent's answers. */
export const consentContext = (consentId: string): CipherContext => ({
  table: 'consents',
  row: consentId,
  column: 'answers_sealed',
})

/**
 * Adds a consent. Rows are never changed, except that one on paper is taken back: a later consent for the same day supersedes an earlier one.
 * False: another consent has this paper form, also one that was recorded at the same moment.
 */
export async function insertConsent({ kysely }: Queries, consent: ConsentRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('consents')
    .values({
      consent_id: consent.consentId,
      profile_id: consent.profileId,
      test_on: consent.testOn,
      text_version: consent.textVersion,
      text_hash: consent.textHash,
      choice_version: consent.choiceVersion ?? null,
      answers_sealed: consent.answersSealed,
      agreed_at: consent.agreedAt,
      channel: consent.paper === undefined ? 'online' : 'paper',
      paper_ref: consent.paper?.form ?? null,
      recorded_by: consent.paper?.by ?? null,
    })
    .onConflict((same) =>
      same
        .column('paper_ref')
        .where('paper_ref', 'is not', null)
        .where('taken_back_at', 'is', null)
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A stored consent with its answers; null when they cannot be decrypted. */
export type OwnConsent = Omit<
  ConsentRecord,
  'answersSealed' | 'profileId' | 'paper' | 'choiceVersion'
> & {
  readonly choiceVersion: string | null
  /** The number of the form, of a consent on paper. */
  readonly paperForm: string | null
  readonly answers: GivenConsent | null
  /** There is a later one for the same day. */
  readonly isSuperseded: boolean
  /** One on paper that was recorded for the wrong patient, and does not count. */
  readonly takenBackAt: Date | null
}

/** The answers of a stored consent; null when they cannot be decrypted. */
export function openAnswers(
  sealer: Pick<Sealer, 'open'>,
  consentId: string,
  sealed: Buffer,
): GivenConsent | null {
  try {
    return JSON.parse(sealer.open(sealed, consentContext(consentId))) as GivenConsent
  } catch {
    return null
  }
}

/** Every consent of a patient with its answers, the newest first, also those that were taken back. */
export async function listOwnConsents(
  { kysely }: Queries,
  sealer: Pick<Sealer, 'open'>,
  profileId: number,
): Promise<OwnConsent[]> {
  const rows = await kysely
    .selectFrom('consents')
    .select([
      'consent_id as consentId',
      'test_on as testOn',
      'text_version as textVersion',
      'text_hash as textHash',
      'choice_version as choiceVersion',
      'answers_sealed',
      'agreed_at as agreedAt',
      'paper_ref as paperForm',
      'taken_back_at as takenBackAt',
    ])
    .where('profile_id', '=', profileId)
    .orderBy('agreed_at', 'desc')
    .orderBy('consent_id')
    .execute()
  const days = new Set<IsoDate>()
  return rows.map(({ answers_sealed, ...row }) => {
    const isSuperseded = days.has(row.testOn)
    if (row.takenBackAt === null) days.add(row.testOn)
    return { ...row, isSuperseded, answers: openAnswers(sealer, row.consentId, answers_sealed) }
  })
}

/** The patient and day of the consent on this paper form, or undefined. */
export async function findPaperConsent(
  { kysely }: Queries,
  form: string,
): Promise<{ profileId: number; testOn: IsoDate } | undefined> {
  return await kysely
    .selectFrom('consents')
    .select(['profile_id as profileId', 'test_on as testOn'])
    .where('paper_ref', '=', form)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
}

/** Whether the patient has consented to a test on this London day, to this version of the text. */
export async function hasConsent(
  { kysely }: Queries,
  profileId: number,
  testOn: IsoDate,
  textVersion: string,
): Promise<boolean> {
  const consent = await kysely
    .selectFrom('consents')
    .select('consent_id')
    .where('profile_id', '=', profileId)
    .where('test_on', '=', testOn)
    .where('text_version', '=', textVersion)
    .where('taken_back_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return consent !== undefined
}

/** Whether the patient has a live hold or a booked appointment at an event on this London day. */
export async function hasPlaceOn(
  { kysely }: Queries,
  profileId: number,
  testOn: IsoDate,
  now: Date,
): Promise<boolean> {
  const place = await kysely
    .selectFrom('appointments as a')
    .innerJoin('events as e', 'e.event_id', 'a.event_id')
    .select('a.appointment_id')
    .where('a.profile_id', '=', profileId)
    .where('e.event_on', '=', testOn)
    .where((eb) => eb.or([eb('a.status', '=', 'booked'), isLiveHold('a', now)]))
    .limit(1)
    .executeTakeFirst()
  return place !== undefined
}

/**
 * Whether a test of this London day can be the patient's: of one of their appointments that was not cancelled, or of an event
 * between the two days that is published and not cancelled.
 */
export async function isDayOfTest(
  { kysely }: Queries,
  profileId: number,
  testOn: IsoDate,
  events: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<boolean> {
  const test = await kysely
    .selectFrom('events as e')
    .select('e.event_id')
    .where('e.event_on', '=', testOn)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('e.published_at', 'is not', null),
          eb('e.cancelled_at', 'is', null),
          eb('e.event_on', '>=', events.from),
          eb('e.event_on', '<=', events.to),
        ]),
        eb.exists(
          eb
            .selectFrom('appointments as a')
            .select('a.appointment_id')
            .whereRef('a.event_id', '=', 'e.event_id')
            .where('a.profile_id', '=', profileId)
            .where('a.status', 'in', NOT_CANCELLED),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return test !== undefined
}

/** When the patient last consented to a test on this London day, or undefined. */
export async function findLastConsent(
  { kysely }: Queries,
  profileId: number,
  testOn: IsoDate,
): Promise<Date | undefined> {
  const consent = await kysely
    .selectFrom('consents')
    .select('agreed_at')
    .where('profile_id', '=', profileId)
    .where('test_on', '=', testOn)
    .where('taken_back_at', 'is', null)
    .orderBy('agreed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return consent?.agreed_at
}

/** The page about benefits and harms of the test: its content by its version (CONS-06). */
export type ChoiceText = { readonly version: string; readonly content: object }

/** How old the mark of the last use may be: not every consent of an opening writes the same row. */
const MARKED_EVERY_MS = 60 * 60_000

/** Keeps what a consent says was read, and that the version is in use. */
export async function keepChoiceText(
  { kysely }: Queries,
  { version, content }: ChoiceText,
  now: Date,
): Promise<void> {
  const kept = await kysely
    .selectFrom('choice_texts')
    .select('last_used_at')
    .where('version', '=', version)
    .executeTakeFirst()
  if (kept === undefined)
    await kysely
      .insertInto('choice_texts')
      .values({ version, content: JSON.stringify(content), last_used_at: now })
      .onConflict((same) => same.column('version').doNothing())
      .execute()
  else if (now.getTime() - kept.last_used_at.getTime() > MARKED_EVERY_MS)
    await kysely
      .updateTable('choice_texts')
      .set({ last_used_at: now })
      .where('version', '=', version)
      .execute()
}

/** Whether a consent confirmed this version as the current one after `since`. */
export async function isRecentChoice(
  { kysely }: Queries,
  version: string,
  since: Date,
): Promise<boolean> {
  const kept = await kysely
    .selectFrom('choice_texts')
    .select('version')
    .where('version', '=', version)
    .where('last_used_at', '>', since)
    .executeTakeFirst()
  return kept !== undefined
}
