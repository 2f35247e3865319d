/** A program that knows nothing of its parent and would never end by itself. */
process.send?.({ ready: true, pid: process.pid })
setInterval(() => undefined, 60_000)
