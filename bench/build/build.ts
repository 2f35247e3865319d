import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'

export type Figures = {
  readonly entries: number
  readonly pages: number
  readonly seconds: number
  /** Peak memory of the build process in megabytes; undefined if the system does not report it. */
  readonly megabytes: number | undefined
}

const root = resolve(import.meta.dirname, '../..')

function peakMegabytes(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1]
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}

/** Builds the site with `env` into `folder` and measures the build. Throws if it fails. */
export async function build(
  entries: number,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<Figures> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, 'node_modules/.bin/astro'), 'build'], {
    cwd: root,
    env: { ...env, BUILD_DIR: folder, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let megabytes: number | undefined
  const watch = setInterval(() => {
    megabytes = peakMegabytes(child.pid) ?? megabytes
  }, 100)
  const code = await new Promise((done) => child.once('exit', done)).finally(() =>
    clearInterval(watch),
  )
  if (code !== 0) throw new Error(`astro build ended with ${code}.`)
  const pages = readdirSync(join(folder, 'client'), { recursive: true, encoding: 'utf8' })
  return {
    entries,
    pages: pages.filter((file) => file.endsWith('.html')).length,
    seconds: (performance.now() - started) / 1000,
    megabytes,
  }
}
