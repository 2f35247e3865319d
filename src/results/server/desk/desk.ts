import { deskCheckIn, deskQuestions } from '#results/server/desk/desk-check-in.ts'
import { deskClosing } from '#results/server/desk/desk-closing.ts'
import { deskPaper } from '#results/server/desk/desk-paper.ts'
import type { DeskDeps } from '#results/server/desk/desk-step.ts'
import { deskTubes } from '#results/server/desk/desk-tube.ts'
import { deskWalkIns } from '#results/server/desk/desk-walk-in.ts'

/** The desk of an evening: one patient at a time, patients without an appointment, an evening on paper, and its end. */
export const deskService = (deps: DeskDeps) => ({
  ...deskCheckIn(deps),
  ...deskQuestions(deps),
  ...deskTubes(deps),
  ...deskWalkIns(deps),
  ...deskPaper(deps),
  ...deskClosing(deps),
})
