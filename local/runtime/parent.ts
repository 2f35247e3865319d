/**
 * The child's side of the contract between `local/start.ts` and the processes it starts: say when ready,
 * end when the parent says so or is gone (then the IPC channel closes). Without a parent both do nothing,
 * so that a stand-in can be started by hand.
 */
export function tellReady(facts: Record<string, unknown>): void {
  process.send?.({ ready: true, ...facts })
}

/** Runs `stop` once, then ends the process. Ctrl-C by hand ends it likewise. */
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
  // The parent may have died before anybody listened.
  if (process.connected === false) end()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

/** Stand-ins are for one computer and its owner: never beside real data. */
export function refuseProduction(nodeEnv: string | undefined): void {
  if (nodeEnv === 'production') {
    throw new Error(
      'A stand-in does not run with NODE_ENV=production: name the real service instead.',
    )
  }
}
