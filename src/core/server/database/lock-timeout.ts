/** Whether a statement failed because it waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === '55P03'
