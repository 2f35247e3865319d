import { existsSync } from 'node:fs'

/** The headless shell first: the same engine without a browser's own windows takes a third less processor time. */
const PROGRAMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
]

/** The program that `CHROME_PATH` names, else a Chromium of the system; undefined when there is none. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['CHROME_PATH']
  if (given !== undefined && given !== '') return existsSync(given) ? given : undefined
  return PROGRAMS.find((path) => existsSync(path))
}
