import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** How PostgreSQL is started: a command prefix, and as root the user id that must own its files. */
export type Privilege = { prefix: readonly string[]; owner?: number }

/** The user id of `nobody` on Debian and most systems; initdb needs an existing user. */
const nobody = 65_534

/** Linux: the kernel sends SIGINT to the server when the process that started it dies, even by `kill -9`. */
const stopWithParent = ['setpriv', '--pdeathsig=INT', '--'] as const

/** A user namespace: the server sees itself as `nobody`, the kernel sees root. File owners do not change. */
const namespace: Privilege = {
  prefix: [
    ...stopWithParent,
    ...['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'],
  ],
  owner: 0,
}

/** Another user with one capability: to enter folders without permission. */
function asUser(uid: number): Privilege {
  return {
    prefix: [
      ...['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
      ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
      // Without this bit access(2), which initdb calls for its own binary, ignores the capability.
      ...['--securebits=+no_setuid_fixup', '--pdeathsig=INT', '--'],
    ],
    owner: uid,
  }
}

/**
 * PostgreSQL refuses to run as root. As root it is started in a user namespace or, if a container forbids that or the
 * data belong to another user, as that user. Throws if neither works.
 */
export function choosePrivilege(dataFolder: string): Privilege {
  if (process.getuid?.() !== 0) {
    return { prefix: isUsable({ prefix: stopWithParent }) ? stopWithParent : [] }
  }
  const owner = ownerOf(dataFolder)
  const candidates =
    owner === undefined || owner === 0 ? [namespace, asUser(nobody)] : [asUser(owner)]
  const found = candidates.find(isUsable)
  if (found === undefined) {
    throw new Error(
      'PostgreSQL cannot run as root here. Start as an ordinary user, or set DATABASE_URL.',
    )
  }
  return found
}

/** Changes the owner of the data to the user that the server will run as. */
export function changeOwner(folder: string, { owner }: Privilege): void {
  if (owner === undefined || ownerOf(folder) === owner) return
  spawnSync('chown', ['-R', `${owner}:${owner}`, folder], { stdio: 'ignore' })
}

function isUsable({ prefix }: Privilege): boolean {
  const [program, ...args] = prefix
  return (
    program !== undefined && spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
  )
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid
}
