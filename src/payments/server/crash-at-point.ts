import { PAYMENT_POINTS, type PaymentFault } from '#payments/server/points.ts'

/**
 * Ends this process at a point of a payment as a power cut would, for the tests of crashes: 'after-capture', or 'after-capture:2' at
 * the second time. Undefined without a setting.
 * @throws when there is no such point: a test of it would prove nothing.
 */
export function crashAtPoint(setting: string | undefined): PaymentFault | undefined {
  if (setting === undefined) return undefined
  const [name, times = '1'] = setting.split(':')
  const point = PAYMENT_POINTS.find((one) => one === name)
  if (point === undefined) throw new Error(`PAYMENT_FAULT names no point: ${name}`)
  let left = Number(times)
  return async (at) => {
    if (at !== point) return
    left -= 1
    if (left > 0) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  }
}
