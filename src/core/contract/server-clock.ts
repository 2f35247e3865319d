/** The server's clock minus this browser's. */
let offsetMs = 0

/** Notes the server's time. `call` does so for every response with a `server_time`. */
export function noteServerTime(serverTime: unknown): void {
  if (typeof serverTime === 'string') offsetMs = Date.parse(serverTime) - Date.now()
}

/** The server's time, by the latest answer that had it: this browser's clock may be wrong. `now` is an instant of that clock. */
export const serverNow = (now: number = Date.now()): Date => new Date(now + offsetMs)
