/** A patient who was expected at an event or came to it. */
export type BalancePatient = {
  readonly profileId: number
  /** Null for one who came without an appointment. */
  readonly appointmentId: string | null
  readonly isNotTested: boolean
  readonly isAbsent: boolean
}

/** A tube of an event, whatever became of it, except a binding that was undone. */
export type BalanceTube = {
  readonly sampleId: string
  readonly label: string
  readonly profileId: number
  /** It gets no result: mislabelled, or the patient was told and repeats the test. */
  readonly ended: 'void' | 'spoiled' | null
  /** It was there when the courier took the tubes. */
  readonly isHandedOver: boolean
  readonly isInFile: boolean
  readonly isJudged: boolean
  readonly isShown: boolean
}

/** The steps of a tube after it was taken. */
export const TUBE_STEPS = ['file', 'judged', 'shown'] as const
export type TubeStep = (typeof TUBE_STEPS)[number]

/** How many of these patients have each outcome, and who has none, or two. */
export type Outcomes = {
  readonly count: number
  readonly tested: number
  readonly notTested: number
  readonly absent: number
  readonly open: readonly BalancePatient[]
}

/** The tubes that reached a step; `missing` are those that reached the step before and not this one, `early` the other way round. */
export type StepBalance<Tube> = {
  readonly step: TubeStep
  readonly count: number
  readonly missing: readonly Tube[]
  readonly early: readonly Tube[]
}

export type Balance<Tube> = {
  readonly booked: Outcomes
  readonly walkIns: Outcomes
  readonly taken: number
  /** Tubes of patients who are not on the list. */
  readonly strangers: readonly Tube[]
  /** What was recorded when the courier came, and what was counted then; null until the event is closed. */
  readonly handedOver: { readonly recorded: number; readonly counted: number | null }
  readonly steps: readonly StepBalance<Tube>[]
  /** Nothing is open: each difference is a tube that ended. */
  readonly isRight: boolean
}

const REACHED: Readonly<Record<TubeStep, (tube: BalanceTube) => boolean>> = {
  file: ({ isInFile }) => isInFile,
  judged: ({ isJudged }) => isJudged,
  shown: ({ isShown }) => isShown,
}

function outcomesOf(patients: readonly BalancePatient[], tested: ReadonlySet<number>): Outcomes {
  const has = (one: BalancePatient) => [tested.has(one.profileId), one.isNotTested, one.isAbsent]
  const countOf = (at: number) => patients.filter((one) => has(one)[at]).length
  return {
    count: patients.length,
    tested: countOf(0),
    notTested: countOf(1),
    absent: countOf(2),
    open: patients.filter((one) => has(one).filter(Boolean).length !== 1),
  }
}

/**
 * The balance of an event (LAB-11): booked = tested + not tested + absent; taken = handed over = in a file = judged = shown. Each difference
 * is found by looking at every patient and every tube, never by subtracting numbers.
 */
export function balanceOf<Tube extends BalanceTube>(
  patients: readonly BalancePatient[],
  tubes: readonly Tube[],
  counted: number | null,
): Balance<Tube> {
  const listed = new Set(patients.map(({ profileId }) => profileId))
  // A mislabelled tube leaves its patient without an outcome.
  const tested = new Set(
    tubes.flatMap(({ ended, profileId }) => (ended === 'void' ? [] : [profileId])),
  )
  const outcomes = (isBooked: boolean) =>
    outcomesOf(
      patients.filter(({ appointmentId }) => (appointmentId !== null) === isBooked),
      tested,
    )
  const steps = TUBE_STEPS.map((step, at) => {
    const before = TUBE_STEPS[at - 1]
    const wasThere = (tube: Tube) => before === undefined || REACHED[before](tube)
    return {
      step,
      count: tubes.filter(REACHED[step]).length,
      missing: tubes.filter((tube) => wasThere(tube) && !REACHED[step](tube)),
      early: tubes.filter((tube) => !wasThere(tube) && REACHED[step](tube)),
    }
  })
  const [booked, walkIns] = [outcomes(true), outcomes(false)]
  const strangers = tubes.filter(({ profileId }) => !listed.has(profileId))
  const recorded = tubes.filter(({ isHandedOver }) => isHandedOver).length
  return {
    booked,
    walkIns,
    taken: tubes.length,
    strangers,
    handedOver: { recorded, counted },
    steps,
    isRight:
      booked.open.length === 0 &&
      walkIns.open.length === 0 &&
      strangers.length === 0 &&
      recorded === counted &&
      steps.every(
        ({ missing, early }) => early.length === 0 && missing.every(({ ended }) => ended !== null),
      ),
  }
}
