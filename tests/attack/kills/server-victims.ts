import type { Random } from '../random.ts'
import type { Victims } from './play.ts'
import type { KilledServer } from './servers.ts'

/** How often, in percent, all processes are killed at once. */
const ALL_AT_ONCE = 50

/** Kills one process or all of them, and starts them again; the others serve meanwhile. */
export function serverVictims(servers: readonly [KilledServer, ...KilledServer[]]): Victims {
  return {
    async strike(random: Random) {
      const struck = random.chance(ALL_AT_ONCE) ? servers : [random.pick(servers)]
      await Promise.all(struck.map((server) => server.kill()))
      return struck.length
    },
    async recover() {
      const dead = servers.filter((server) => !server.isRunning())
      await Promise.all(dead.map((server) => server.start()))
    },
  }
}
