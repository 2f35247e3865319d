/**
 * The child's side of the contract between `local/start.ts` and its child processes: send a message when ready, exit
 * when the IPC channel closes. Without a parent both do nothing, so that a stand-in can be started by hand.
 */
export function sendReady(facts: Record<string, unknown>): void {
  process.send?.({ ready: true, ...facts })
}

/** Runs `stop` once and exits when the parent closes the channel, or on SIGINT and SIGTERM. */
export function endWithParent(stop: () => Promise<void>): void {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('disconnect', end)
  // The parent may have exited before the listener was added.
  if (process.connected === false) end()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

/** Stand-ins are for development on one computer, never for real data. */
export function refuseProduction(nodeEnv: string | undefined): void {
  if (nodeEnv === 'production') {
    throw new Error(
      'A stand-in does not run with NODE_ENV=production: name the real service instead.',
    )
  }
}
