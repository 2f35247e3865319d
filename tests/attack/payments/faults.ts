import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { type AtPoint, isOfProvider, type PaymentPoint, type PaymentStep } from './points.ts'

/**
 * What happens at a point. The last of them ends the process. `kill`: the process ends there; everything that it does later fails too. `time-out`: it is never known whether the
 * step was done. `error`: the step is answered by a clear refusal, before it was done or, against the truth, after it.
 */
export const FAULT_KINDS = ['time-out', 'error', 'kill'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

const stepOf = (point: PaymentPoint) => point.replace(/^(before|after)-/, '') as PaymentStep

class KilledError extends Error {
  override name = 'KilledError'
}

function errorOf(point: PaymentPoint, kind: FaultKind): Error {
  if (kind === 'kill') return new KilledError(point)
  if (isOfProvider(stepOf(point))) {
    return kind === 'time-out'
      ? new PaymentProviderError({ status: 0, isUnclear: true })
      : new PaymentProviderError({ status: 422, issue: 'TRANSACTION_REFUSED', isUnclear: false })
  }
  const code = kind === 'time-out' ? 'ECONNRESET' : '57014'
  return Object.assign(new Error(`${kind} at ${point}`), { code })
}

/** The fault of one process. */
export type ArmedFault = {
  readonly hook: AtPoint
  /** Lets the next arrival at the point fail. */
  arm(point: PaymentPoint, kind: FaultKind): void
  hasFired(): boolean
}

export function armedFault(): ArmedFault {
  let armed: { point: PaymentPoint; kind: FaultKind } | undefined
  let fired: FaultKind | undefined
  return {
    hook(point) {
      if (fired === 'kill') throw new KilledError(point)
      if (armed?.point !== point) return
      const { kind } = armed
      armed = undefined
      fired = kind
      throw errorOf(point, kind)
    },
    arm(point, kind) {
      armed = { point, kind }
      fired = undefined
    },
    hasFired: () => fired !== undefined,
  }
}
