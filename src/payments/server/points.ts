/** The steps of a payment, in order: each is one call of the database or of the provider. */
export const PAYMENT_STEPS = [
  'begin',
  'create',
  'note',
  'read',
  'begin-capture',
  'capture',
  'settle',
  'abandon',
  'cancel',
  'refund',
  'finish-refund',
  'note-event',
  'handle-event',
] as const
export type PaymentStep = (typeof PAYMENT_STEPS)[number]

/** A point at which a test ends the process or lets a step fail. */
export type PaymentPoint = `${'before' | 'after'}-${PaymentStep}`
export const PAYMENT_POINTS: readonly PaymentPoint[] = PAYMENT_STEPS.flatMap(
  (step) => [`before-${step}`, `after-${step}`] as const,
)

/** Called at every point; undefined outside of tests. */
export type PaymentFault = (point: PaymentPoint) => void | Promise<void>

/** Runs one step, with the fault of a test before and after it. */
export type RunStep = <Value>(step: PaymentStep, run: () => Promise<Value>) => Promise<Value>

export function stepsWith(fault: PaymentFault | undefined): RunStep {
  if (fault === undefined) return (_, run) => run()
  return async (step, run) => {
    await fault(`before-${step}`)
    const outcome = await run().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    await fault(`after-${step}`)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
