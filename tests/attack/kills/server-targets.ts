import type { Random } from '../random.ts'
import type { Targets } from './run.ts'
import type { KilledServer } from './servers.ts'

/** How often, in percent, all processes are killed at once. */
const ALL_AT_ONCE = 50

/** Kills one process or all of them, and starts them again; the others serve meanwhile. */
export function serverTargets(servers: readonly [KilledServer, ...KilledServer[]]): Targets {
  return {
    async kill(random: Random) {
      const killed = random.chance(ALL_AT_ONCE) ? servers : [random.pick(servers)]
      await Promise.all(killed.map((server) => server.kill()))
      return killed.length
    },
    async recover() {
      const dead = servers.filter((server) => !server.isRunning())
      await Promise.all(dead.map((server) => server.start()))
    },
  }
}
