import { randomUUID } from 'node:crypto'
import { refuseForeign } from '#account/server/foreign-access.ts'
import {
  createConsent,
  createTestConsent,
  getTestConsent,
  listConsents,
} from '#booking/contract/consents.ts'
import { CONSENT_VERSION, checkConsent, NO_MEDICATION } from '#booking/rules/consent.ts'
import { PAPER_CONSENT, shownAnswers } from '#booking/rules/given-consent.ts'
import {
  type ChoiceText,
  CONSENT_TEXT_HASH,
  consentContext,
  findLastConsent,
  hasPlaceOn,
  insertConsent,
  isDayOfTest,
  isRecentChoice,
  keepChoiceText,
  listOwnConsents,
} from '#booking/server/database/consents.ts'
import { NO_PLACE_ON_DAY } from '#booking/texts/booking.ts'
import { TEST_CONSENT_TEXTS } from '#booking/texts/test-consent.ts'
import type { InputOf, OutputOf } from '#core/contract/endpoint.ts'
import { addYears, type IsoDate, londonDate } from '#core/rules/time.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused, wrongFields } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'

export type ConsentDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
  /** The page about benefits and harms as visitors read it now, with its version; undefined when that is not known. */
  currentChoice(): ChoiceText | undefined
}

/** Postgres has no year 0. */
const FIRST_DAY = '0001-01-01'

type Answers = Omit<InputOf<typeof createConsent>, 'profileId' | 'psaTestDate'>

const CHOICE_CHANGED =
  'The page about benefits and harms has changed since you opened this form. Reload the form, read the page again and tick the box. Your answers are kept.'

/** How long after its last consent a version counts that is not shown any more: a form may have been open. */
const MS_AFTER = 24 * 60 * 60_000

/** Whether the page about benefits and harms was published in this version: now, or until recently (CONS-06). */
async function isPublishedChoice(
  { database, clock }: ConsentDeps,
  version: string,
  current: ChoiceText | undefined,
) {
  if (current === undefined || current.version === version) return true
  return await isRecentChoice(database, version, new Date(clock.now().getTime() - MS_AFTER))
}

/** The messages by field, in field order (CONS-02); None excludes other medicines (CONS-01). */
async function faultsOf(
  deps: ConsentDeps,
  given: Answers,
  current: ChoiceText | undefined,
): Promise<Record<string, string>> {
  const answers = { ...given, privateGp: false }
  const faults = Object.fromEntries(
    checkConsent(answers).map(({ field, message }) => [field, message]),
  )
  if (
    answers.choiceVersion !== '' &&
    !(await isPublishedChoice(deps, answers.choiceVersion, current))
  )
    faults['choiceVersion'] = CHOICE_CHANGED
  const medicines = answers.medicationHistory
  if (medicines.includes(NO_MEDICATION) && medicines.length > 1) {
    faults['medicationHistory'] = 'Choose None, or the medicines you take.'
  }
  return faults
}

type Stored = OutputOf<typeof createConsent>

/** The event of a consent without a place is today or within a year (CONS-04). */
const YEARS_AHEAD = 1

/** The answers for a day of a test, and the page that visitors read at the moment. */
type Given = {
  readonly testOn: IsoDate
  readonly answers: Answers
  readonly current: ChoiceText | undefined
}

/** Encrypts and adds a consent, with its audit entry. */
async function store(
  { database, clock, sealer }: ConsentDeps,
  { testOn, answers: { choiceVersion, ...answers }, current }: Given,
  caller: Patient,
  context: RequestContext,
): Promise<Stored> {
  const consentId = randomUUID()
  const now = clock.now()
  await database.transaction(async (transaction) => {
    if (current?.version === choiceVersion) await keepChoiceText(transaction, current, now)
    await insertConsent(transaction, {
      consentId,
      profileId: caller.profileId,
      testOn,
      textVersion: CONSENT_VERSION,
      textHash: CONSENT_TEXT_HASH,
      choiceVersion,
      answersSealed: sealer.seal(JSON.stringify(answers), consentContext(consentId)),
      agreedAt: now,
    })
    await insertAudit(transaction, {
      actor: caller,
      action: 'consent-given',
      subject: `consent:${consentId}`,
      requestId: context.requestId,
    })
  })
  return { status: 'success', consent_id: consentId, text_version: CONSENT_VERSION }
}

/** The consent of /test-consent: for a day of a test, without a place on it (CONS-04). */
function testConsentsOf(deps: ConsentDeps) {
  const { database, clock, limiter } = deps

  /** Why the link is refused, or undefined: it names the caller and a day of a test. */
  async function refuseLink(
    profileId: number,
    testOn: IsoDate,
    caller: Patient,
    context: RequestContext,
  ) {
    if (profileId !== caller.profileId) {
      const { reason } = await refuseForeign(database, caller, `profile:${profileId}`, context)
      return refused(reason, { text: TEST_CONSENT_TEXTS.invalidLink })
    }
    const today = londonDate(clock.now())
    const events = { from: today, to: addYears(today, YEARS_AHEAD) }
    return (await isDayOfTest(database, profileId, testOn, events))
      ? undefined
      : refused('link-invalid')
  }

  return {
    findForTest: bind(getTestConsent, async ({ profile_id, test_date }, caller, context) => {
      const refusal = await refuseLink(profile_id, test_date, caller, context)
      if (refusal !== undefined) return refusal
      const agreedAt = await findLastConsent(database, profile_id, test_date)
      return done({ test_date, agreed_at: agreedAt?.toISOString() ?? null })
    }),

    createForTest: bind(
      createTestConsent,
      async ({ profileId, psaTestDate, ...answers }, caller, context) => {
        const refusal = await refuseLink(profileId, psaTestDate, caller, context)
        if (refusal !== undefined) return refusal
        const limited = await limiter.count(['consentPerPatient', String(profileId)])
        if (limited) return limited
        const current = deps.currentChoice()
        const faults = await faultsOf(deps, answers, current)
        if (Object.keys(faults).length > 0) return wrongFields(faults)
        return done(await store(deps, { testOn: psaTestDate, answers, current }, caller, context))
      },
    ),
  }
}

/** Consents (API-04): encrypted, append-only, with the version of the text agreed to; a later one supersedes (CONS-05). */
export function consentsService(deps: ConsentDeps) {
  const { database, clock, limiter } = deps
  /** Consent is given on the way to a test: for the day of an event where the patient holds or has a place (API-04). */
  const hasPlace = async (profileId: number, testOn: IsoDate) =>
    testOn >= FIRST_DAY && (await hasPlaceOn(database, profileId, testOn, clock.now()))

  return {
    ...testConsentsOf(deps),

    /** The caller's consents with their answers (PORT-06). */
    list: bind(listConsents, async (_, { profileId }) => {
      const consents = await listOwnConsents(database, deps.sealer, profileId)
      const inForce = consents.filter(({ takenBackAt }) => takenBackAt === null)
      return done({
        choice_version: deps.currentChoice()?.version ?? null,
        consents: inForce.map(({ consentId, testOn, textVersion, agreedAt, ...consent }) => ({
          consent_id: consentId,
          test_date: testOn,
          text_version: textVersion,
          agreed_at: agreedAt.toISOString(),
          superseded: consent.isSuperseded,
          answers:
            consent.paperForm === null
              ? consent.answers && shownAnswers(consent.answers)
              : [{ question: PAPER_CONSENT, answer: `Form ${consent.paperForm}` }],
        })),
      })
    }),

    create: bind(createConsent, async ({ profileId, psaTestDate, ...answers }, caller, context) => {
      if (profileId !== caller.profileId) {
        return refuseForeign(database, caller, `profile:${profileId}`, context)
      }
      const limited = await limiter.count(['consentPerPatient', String(profileId)])
      if (limited) return limited
      const current = deps.currentChoice()
      const faults = await faultsOf(deps, answers, current)
      if (!(await hasPlace(profileId, psaTestDate))) faults['psaTestDate'] = NO_PLACE_ON_DAY
      if (Object.keys(faults).length > 0) return wrongFields(faults)
      return done(await store(deps, { testOn: psaTestDate, answers, current }, caller, context))
    }),
  }
}
