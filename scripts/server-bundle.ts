import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { SERVER_BUNDLE } from '#shared/build-inputs.ts'

/** pdfkit reads files beside its modules; pg looks for its native driver, which is not installed. */
const NOT_BUNDLED = ['pdfkit', 'pg-native']
const PACKAGE = /\/node_modules\//
const LOCATION = /\bimport\.meta\.(dirname|url)\b/g

/** Modules that find files by their own location still find them: the bundle holds the path from itself to the module. */
const locations = (outDir: string): Plugin => ({
  name: 'locations',
  transform(code, id, { magicString }) {
    if (PACKAGE.test(id)) return null
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

/** Node would read the map of the packages, ten megabytes, at the first error. */
const noMapOfPackages: Plugin = {
  name: 'no-map-of-packages',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk' && !file.isEntry) {
        file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
        delete files[`${file.fileName}.map`]
      }
    }
  },
}

/**
 * Bundles `program` of `root` and everything it imports into `outDir` (real paths): SERVER_BUNDLE, our code with a source map,
 * and files of the packages. Node then strips no types at start and looks for no modules (measured: docs/benchmarks.md).
 */
export async function bundleServer(
  root: string,
  outDir: string,
  program = 'server.ts',
): Promise<void> {
  const bundle = await rolldown({
    input: join(root, program),
    platform: 'node',
    cwd: root,
    external: NOT_BUNDLED,
    plugins: [locations(outDir), noMapOfPackages],
    experimental: { nativeMagicString: true },
  })
  await bundle.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: SERVER_BUNDLE,
    chunkFileNames: '[name].mjs',
    codeSplitting: { groups: [{ name: 'server-packages', test: PACKAGE }] },
    sourcemap: true,
  })
  await bundle.close()
}
