import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const UNIT = join(import.meta.dirname, '../../deploy/halyard@.service')
const SCRIPT = join(import.meta.dirname, 'sandbox.sh')

/** What the sandbox does, whatever the unit says: another value in the unit is a fault of the test. */
const APPLIED: Readonly<Record<string, string>> = {
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  PrivateDevices: 'yes',
  NoNewPrivileges: 'yes',
  CapabilityBoundingSet: '',
}
/** They need filters of system calls, or settings of the kernel. */
const NOT_APPLIED =
  /^(Restrict\w+|SystemCall\w+|ProtectKernel\w+|Protect(ControlGroups|Clock|Hostname)|LockPersonality)$/
/** Read below. */
const READ = /^(LimitNOFILE|StateDirectory(Mode)?)$/
const LIMITS =
  /^(Protect|Private|Restrict|Lock|Limit|NoNew|Capability|Ambient|System|Memory|ReadOnly|ReadWrite|Inaccessible|Temporary|Bind|Dynamic|State|Runtime|Cache|Remove|Keyring|Proc|UMask)/

type Settings = ReadonlyMap<string, readonly string[]>

/** The section [Service] of the unit for one instance; a setting that limits the process and that the sandbox does not know is refused. */
export function unitSettings(instance: string): Settings {
  const settings = new Map<string, string[]>()
  const [, service = ''] =
    /^\[Service\]$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(readFileSync(UNIT, 'utf8')) ?? []
  for (const line of service.replaceAll('%i', instance).split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    settings.set(name, [...(settings.get(name) ?? []), value])
  }
  const wrong = [...settings].filter(
    ([name, values]) =>
      LIMITS.test(name) &&
      !READ.test(name) &&
      !NOT_APPLIED.test(name) &&
      APPLIED[name] !== values.join(' '),
  )
  const missing = Object.keys(APPLIED).filter((name) => !settings.has(name))
  if (wrong.length + missing.length > 0)
    throw new Error(
      `tests/production/sandbox.sh does not do what the unit says: ${[...wrong, ...missing].join(', ')}`,
    )
  return settings
}

const one = (settings: Settings, name: string): string => {
  const [value] = settings.get(name) ?? []
  if (value === undefined) throw new Error(`The unit has no ${name}.`)
  return value
}

export type Sandbox = {
  /** How the unit's conditions are made, and which of its settings are not applied. */
  readonly says: string
  /** Where the commands see the source tree and the data folder. */
  readonly root: string
  readonly state: string
  /** What the unit starts, and with which variables besides those of its EnvironmentFile. */
  readonly start: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** A command as an operator runs it, before the first start. */
  operator(command: readonly string[]): string[]
  /** A command as the unit runs it. */
  service(command: readonly string[]): string[]
  /** Takes the rights to write away from everything in the source tree; without namespaces nothing else protects it. */
  close(): void
  open(): void
}

type Places = {
  readonly site: string
  readonly state: string
  readonly root: string
  readonly stateDir: string
}

const isRoot = process.getuid?.() === 0
/** `nobody`, which owns nothing. In a namespace of an ordinary user there is no other one: the tree is read-only for that one too. */
const USER = isRoot ? '65534' : '0'

const inNamespace =
  (way: 'tree' | 'unit', nofile: string, { site, state, root, stateDir }: Places) =>
  (command: readonly string[]) => [
    'env',
    `NOFILE=${nofile}`,
    'unshare',
    '--mount',
    ...(isRoot ? [] : ['--user', '--map-root-user']),
    ...['--propagation', 'private'],
    ...['sh', SCRIPT, way, site, root, state, stateDir, USER],
    ...command,
  ]

const WITHOUT_RIGHTS = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
const changeMode = (mode: string, folder: string) => void spawnSync('chmod', ['-R', mode, folder])

/** What the unit sets, for `site` (the source tree) as its WorkingDirectory and a data folder in `scratch`. */
export function openSandbox(scratch: string, site: string, instance: string): Sandbox {
  const settings = unitSettings(instance)
  const root = one(settings, 'WorkingDirectory')
  const stateDir = join('/var/lib', one(settings, 'StateDirectory'))
  const state = join(scratch, 'state')
  mkdirSync(state)
  chmodSync(state, Number.parseInt(one(settings, 'StateDirectoryMode'), 8))
  const places = { site, state, root, stateDir }
  const nofile = one(settings, 'LimitNOFILE')
  const [probe = '', ...args] = inNamespace('unit', nofile, {
    ...places,
    state: mkdtempSync(join(scratch, 'probe-')),
  })(['true'])
  const { status, stderr } = spawnSync(probe, args, { encoding: 'utf8' })
  const hasNamespaces = status === 0
  const left = [...settings.keys()].filter((name) => NOT_APPLIED.test(name)).join(', ')
  const place = (text: string) =>
    hasNamespaces ? text : text.replaceAll(root, site).replaceAll(stateDir, state)
  return {
    says: hasNamespaces
      ? `the unit's file system in a mount namespace, as ${isRoot ? 'another user' : 'the same user'}; not applied: ${left}`
      : `file permissions only, because there are no namespaces here (${stderr?.trim() || 'no unshare'}); not applied: ${left}, ${Object.keys(APPLIED).join(', ')}`,
    root: place(root),
    state: place(stateDir),
    start: one(settings, 'ExecStart').split(' ').map(place),
    env: Object.fromEntries(
      (settings.get('Environment') ?? []).map((line) => {
        const [name = '', value = ''] = line.split(/=(.*)/s)
        return [name, place(value)]
      }),
    ),
    operator: hasNamespaces ? inNamespace('tree', nofile, places) : (command) => [...command],
    service: hasNamespaces
      ? inNamespace('unit', nofile, places)
      : (command) => [...(isRoot ? WITHOUT_RIGHTS : []), ...command],
    close: () => changeMode('a-w', site),
    open: () => changeMode('u+w', site),
  }
}
