import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** How PostgreSQL is started: what stands before its program, and who must own its files (as root). */
export type Privilege = { prefix: readonly string[]; owner?: number }

/** Debian's and everyone's `nobody`: it needs no `useradd`, and initdb finds its name. */
const nobody = 65_534

/** Linux: the server is asked to stop when the process that started it dies, even by `kill -9`. */
const diesWithUs = ['setpriv', '--pdeathsig=INT', '--'] as const

/** A user namespace: the server sees itself as nobody, the kernel still sees root. No file changes hands. */
const namespace: Privilege = {
  prefix: [
    ...diesWithUs,
    ...['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'],
  ],
  owner: 0,
}

/** Really another user, who keeps the one capability to pass closed folders. */
function asUser(uid: number): Privilege {
  return {
    prefix: [
      ...['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
      ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
      // Without it access(2) ignores the capability, and initdb asks access(2) about its own binary.
      ...['--securebits=+no_setuid_fixup', '--pdeathsig=INT', '--'],
    ],
    owner: uid,
  }
}

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace, or, where a container forbids
 * that or the data already belong to somebody else, as their owner. Throws when nothing of this works.
 */
export function choosePrivilege(dataFolder: string): Privilege {
  if (process.getuid?.() !== 0) {
    return { prefix: works({ prefix: diesWithUs }) ? diesWithUs : [] }
  }
  const owner = ownerOf(dataFolder)
  const candidates =
    owner === undefined || owner === 0 ? [namespace, asUser(nobody)] : [asUser(owner)]
  const found = candidates.find(works)
  if (found === undefined) {
    throw new Error(
      'PostgreSQL cannot run as root here. Start as an ordinary user, or set DATABASE_URL.',
    )
  }
  return found
}

/** Gives the data to the user the server will run as, where that is not so already. */
export function giveFolder(folder: string, { owner }: Privilege): void {
  if (owner === undefined || ownerOf(folder) === owner) return
  spawnSync('chown', ['-R', `${owner}:${owner}`, folder], { stdio: 'ignore' })
}

function works({ prefix }: Privilege): boolean {
  const [program, ...args] = prefix
  return (
    program !== undefined && spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
  )
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid
}
