import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroConfig, AstroIntegration } from 'astro'
import {
  MAY_REUSE_BUNDLES,
  REUSES_BUNDLES,
} from '#content/server/publishing/build/build-environment.ts'
import {
  type Bundles,
  bundleKey,
  readBundles,
  storeBundles,
} from '#content/server/publishing/build/reused-bundles.ts'

type Setup = Parameters<NonNullable<AstroIntegration['hooks']['astro:build:setup']>>[0]
type Pages = Setup['pages']
type ViteConfig = Setup['vite']
type Plugins = NonNullable<ViteConfig['plugins']>

/** Vite's environment that renders the pages. Astro removes its folder after the last page. */
const PRERENDER = 'prerender'
/** The one of pages on demand, whose style sheets Astro moves to the client's folder after the last page. */
const ON_DEMAND = 'ssr'
const STYLE = /\.css$/i
/** Astro moves or removes a picture that the sources import once the pages are made: its place is not known before. */
const PICTURE = /\.(avif|gif|jpe?g|png|tiff|webp)$/i

/** Where a build writes. */
type Places = {
  readonly root: string
  readonly outDir: string
  readonly client: string
  /** The name of the folder of scripts and styles. */
  readonly assets: string
}

const placesOf = ({ root, outDir, build }: AstroConfig): Places => ({
  root: fileURLToPath(root),
  outDir: fileURLToPath(outDir),
  client: fileURLToPath(build.client),
  assets: build.assets,
})

/** Runs when Vite has written its bundles, and before Astro makes the first page. */
const whenBundled = (
  then: (prerenderDir: string, onDemandDir: string) => Promise<void>,
): Plugins[number] => ({
  name: 'when-bundled',
  enforce: 'pre',
  buildApp: {
    order: 'post',
    handler: ({ environments }) =>
      then(
        environments[PRERENDER]?.config.build.outDir ?? '',
        environments[ON_DEMAND]?.config.build.outDir ?? '',
      ),
  },
})

/** Notes the bundles of a build in which Vite makes them. */
function collectBundles({ outDir, client, assets }: Places, pages: Pages) {
  const isAsset = (name: string) => name.split(sep)[0] === assets
  const files: Bundles['files'] = new Map()
  let entry = ''
  let prerender = ''
  const collect = async (from: string, to: string, names: readonly string[]) => {
    for (const name of names) {
      files.set(relative(outDir, join(to, name)), await readFile(join(from, name)))
    }
  }
  const plugins: Plugins = [
    {
      name: 'entry-of-pages',
      generateBundle(_, bundle) {
        if (this.environment.name !== PRERENDER) return
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? ''
      },
    },
    whenBundled(async (prerenderDir, onDemandDir) => {
      prerender = prerenderDir
      const folder = join(client, assets)
      await collect(folder, folder, await filesBelow(folder))
      const onDemand = (await filesBelow(onDemandDir)).filter(isAsset)
      await collect(
        onDemandDir,
        client,
        onDemand.filter((name) => STYLE.test(name)),
      )
    }),
  ]
  return {
    plugins,
    /** Undefined when the sources import pictures. Called before Astro removes the bundle that renders the pages. */
    async bundles(): Promise<Bundles | undefined> {
      const names = await filesBelow(prerender)
      if (names.some((name) => PICTURE.test(name))) return
      const code = names.filter((name) => !isAsset(name))
      await collect(prerender, prerender, code)
      // Astro moves them there after the last page.
      await collect(prerender, client, names.filter(isAsset))
      const styles = new Map([...pages].map(([page, data]) => [page, data.styles]))
      return { entry, styles, files }
    },
  }
}

/** Replaces every entry that Vite would bundle. */
const NOTHING = '\0nothing-to-bundle'

/** Vite settings with which a build writes these bundles and makes none. */
const withBundles = ({ outDir }: Places, { entry, files }: Bundles): ViteConfig => ({
  plugins: [
    {
      name: 'without-entries',
      enforce: 'pre',
      resolveId: (_, importer) => (importer === undefined ? NOTHING : undefined),
      load: (id) => (id === NOTHING ? 'export {}' : undefined),
      generateBundle(_, bundle) {
        if (this.environment.name === PRERENDER) return
        for (const name of Object.keys(bundle)) delete bundle[name]
      },
    },
    whenBundled(() => writeFiles(outDir, files)),
  ],
  // Astro imports the entry by the name that Vite gives it, so the kept one takes its place.
  environments: {
    [PRERENDER]: { build: { rolldownOptions: { output: { entryFileNames: entry } } } },
  },
})

/** Gives each page the styles of the bundles. False when a page is not in the bundles. */
function setStyles(pages: Pages, { styles }: Bundles): boolean {
  if ([...pages.keys()].some((page) => !styles.has(page))) return false
  for (const [page, data] of pages) data.styles = styles.get(page) as typeof data.styles
  return true
}

/**
 * A publication changes the content, not the sources: a build that the server starts takes the bundles of an earlier
 * build of the same sources, and only makes the pages (decision 011). Every other build keeps its bundles for that.
 */
export const reusedBundles = (dataDir: string): AstroIntegration => {
  let places: Places | undefined
  let key = ''
  let collected: ReturnType<typeof collectBundles> | undefined
  return {
    name: 'reused-bundles',
    hooks: {
      'astro:config:done': ({ config }) => {
        places = placesOf(config)
      },
      'astro:build:setup': ({ pages, updateConfig, logger }) => {
        if (places === undefined) return
        key = bundleKey(places.root, env)
        const { [MAY_REUSE_BUNDLES]: mayReuse } = env
        const kept = mayReuse === undefined ? undefined : readBundles(dataDir, key)
        if (kept && setStyles(pages, kept)) {
          updateConfig(withBundles(places, kept))
          logger.info('The sources have not changed: uses the bundles of an earlier build')
          process.send?.(REUSES_BUNDLES)
        } else {
          collected = collectBundles(places, pages)
          updateConfig({ plugins: collected.plugins })
        }
      },
      'astro:build:generated': async ({ logger }) => {
        try {
          const bundles = await collected?.bundles()
          // Sources that changed in the meantime may be in some bundles and not in others.
          const isSame = places && bundleKey(places.root, env) === key
          if (bundles && isSame) storeBundles(dataDir, key, bundles)
        } catch (error) {
          logger.warn(`The bundles are not kept: ${error}`)
        }
      },
    },
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

async function writeFiles(folder: string, files: Bundles['files']): Promise<void> {
  const paths = [...files.keys()].map((name) => join(folder, name))
  for (const each of new Set(paths.map((path) => dirname(path)))) {
    await mkdir(each, { recursive: true })
  }
  await Promise.all([...files].map(([name, bytes]) => writeFile(join(folder, name), bytes)))
}
