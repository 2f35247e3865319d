import { afterAll, expect } from 'vitest'
import { DESK_REFUSALS } from '#results/texts/desk.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { lazyProxy, perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  BIRTH,
  buildEvening,
  buildMember,
  OFFSET_SECONDS,
  openDesk,
} from '#tests/integration/results/desk-evening.ts'
import type { Person } from '#tests/integration/results/lab-setup.ts'

/** A desk on the evening of its event, for one test file. The invariants must hold at the end. */
export function deskFile() {
  const test = perFile(() => testDatabase({ clockOffsetSeconds: OFFSET_SECONDS }))
  const made = perFile(async () => ({
    desk: openDesk(test.database),
    nurse: await buildMember(test.database, 'Bea Lund', 'phlebotomist'),
    other: await buildMember(test.database, 'Eli Bray', 'phlebotomist'),
    lead: await buildMember(test.database, 'Ida Crane', 'coordinator'),
  }))
  afterAll(async () => {
    expect(await findViolations(test.database)).toEqual([])
  })
  return {
    test,
    desk: lazyProxy(() => made.desk),
    nurse: lazyProxy(() => made.nurse),
    other: lazyProxy(() => made.other),
    lead: lazyProxy(() => made.lead),
    evening: (...people: Person[]) => buildEvening(test.database, people),
    rowsOf: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await test.database.query<Row>(text, values)).rows,
  }
}

export const person = (surname: string, forename = 'Edwin'): Person => ({
  surname,
  forename,
  birthDate: BIRTH,
})

/** What a step returns: stored now, stored before, refused. */
export const done = { ok: true, isKnown: false }
export const known = { ok: true, isKnown: true }
export const refused = (field: string, reason: keyof typeof DESK_REFUSALS) => ({
  ok: false,
  faults: { [field]: DESK_REFUSALS[reason] },
})
