import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { type Plugin, rolldown } from 'rolldown'
import { SERVER_BUNDLE } from '#shared/build-inputs.ts'

/*
 * Bundles server.ts and what it imports of src/ and shared/ into one file with a source map, in BUILD_DIR. Node then
 * strips no types at start (measured: docs/benchmarks.md). Packages stay in node_modules.
 */
const root = resolve(import.meta.dirname, '..')

/** As astro.config.mjs: the environment first, then .env. */
function buildDir(): string {
  const given = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return realpathSync(process.env['BUILD_DIR'] ?? given['BUILD_DIR'] ?? 'dist')
}

const LOCATION = /\bimport\.meta\.(dirname|url)\b/g

/** Modules that find files by their own location still find them: the bundle holds the path from itself to the module. */
const locations = (outDir: string): Plugin => ({
  name: 'locations',
  transform(code, id, { magicString }) {
    const to = (path: string) => JSON.stringify(relative(outDir, path))
    for (const { 0: found, 1: property, index } of code.matchAll(LOCATION)) {
      const location =
        property === 'url'
          ? `new URL(${to(id)}, import.meta.url).href`
          : `(import.meta.dirname + '/' + ${to(dirname(id))})`
      magicString?.overwrite(index, index + found.length, location)
    }
    return magicString?.hasChanged() ? { code: magicString } : null
  },
})

const outDir = buildDir()
const bundle = await rolldown({
  input: join(root, 'server.ts'),
  platform: 'node',
  cwd: root,
  external: (id) => !/^[./#]/.test(id),
  plugins: [locations(outDir)],
  experimental: { nativeMagicString: true },
})
await bundle.write({ file: join(outDir, SERVER_BUNDLE), format: 'esm', sourcemap: true })
await bundle.close()
