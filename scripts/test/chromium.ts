import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from '@playwright/test'
import { packagedChromium, unpackedIn } from './packaged-chromium.ts'

/** The headless shell first: the same engine without a browser's own windows takes a third less processor time. */
const LINUX = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const MACOS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** What the choice depends on. */
export type Machine = {
  readonly platform: string
  readonly arch: string
  readonly exists: (path: string) => boolean
  /** The beginning of a program, as text. */
  readonly beginning: (path: string) => string
  /** Unpacks the packaged Chromium if that has not been done; returns its program. */
  readonly packaged: () => string
}

const here: Machine = {
  platform: process.platform,
  arch: process.arch,
  exists: existsSync,
  beginning: (path) => readFileSync(path, 'latin1').slice(0, 4_096),
  packaged: () => packagedChromium(),
}

/** Ubuntu's scripts that start a snap: Playwright cannot use the private temporary folder of a snap. */
const isSnap = (text: string) => text.startsWith('#!') && text.includes('/snap/')

/**
 * The program that `CHROME_PATH` names, else a Chromium or Chrome of the system, else the packaged one. Throws a
 * sentence if there is none.
 */
export function findChromium(env: NodeJS.ProcessEnv, machine: Machine = here): string {
  const given = env['CHROME_PATH']
  if (given !== undefined && given !== '') {
    if (machine.exists(given)) return given
    throw new Error(`CHROME_PATH names ${given}, which does not exist. Correct it or unset it.`)
  }
  const paths = machine.platform === 'darwin' ? MACOS : LINUX
  const found = paths.find((path) => machine.exists(path) && !isSnap(machine.beginning(path)))
  if (found !== undefined) return found
  if (machine.platform === 'linux' && machine.arch === 'x64') return machine.packaged()
  throw new Error(
    `The browser tests need Chromium or Chrome: install one, or set CHROME_PATH to its program. The packages bring one for Linux on x64 only, and this is ${machine.platform} on ${machine.arch}.`,
  )
}

/**
 * How Playwright starts the browser. Chromium's sandbox does not run as root, as in containers. Distributions may allow it
 * only to programs at their own paths, so the packaged one runs without it; it opens only pages of this project.
 */
export function launchOptions(env: NodeJS.ProcessEnv) {
  const executablePath = findChromium(env)
  const chromiumSandbox = process.getuid?.() !== 0 && !unpackedIn(executablePath)
  return { executablePath, chromiumSandbox }
}

const START_TIMEOUT_MS = 60_000

/** Starts the browser and opens a page: `--version` says nothing about the sandbox, `--dump-dom` of a headless shell may hang. */
export async function checkChromium(env: NodeJS.ProcessEnv): Promise<void> {
  const options = launchOptions(env)
  try {
    const browser = await chromium.launch({ ...options, timeout: START_TIMEOUT_MS })
    await browser.newPage()
    await browser.close()
  } catch (error) {
    // Playwright's message repeats a long command line; the program's own output says more.
    const lines = stripVTControlCharacters(String(error)).split('\n')
    const own = lines.filter((line) => line.startsWith('[pid=')).slice(0, 5)
    const reason = [lines[0], ...own].join('\n')
    throw new Error(
      `${options.executablePath} does not start as a browser. Set CHROME_PATH to another Chromium or Chrome.\n${reason}`,
    )
  }
}
