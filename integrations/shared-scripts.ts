import type { AstroIntegration } from 'astro'

/** Rolldown's description of a module. */
type Module = {
  readonly isEntry: boolean
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}
type Context = { getModuleInfo(id: string): Module | null }

const ISLAND = /\.tsx$/
const LIST_OF_EVENTS = /\/EventsList\.tsx$/
/** Its script is on every page. */
const HEADER = /\/SiteHeader\.astro\b/
/** React's script, which every page with an island loads. */
const CLIENT = /\/@astrojs\/react\/dist\/client\.js$/
/** A module that the list needs is in the list's file when at least as many islands need it. Measured, decision 040. */
const BY_MOST_ISLANDS = 9
/** Any other module is in a file with others when at least as many islands need it. */
const BY_MANY_ISLANDS = 5

/** The entries and the lazily loaded modules that lead to this module, itself included. */
function rootsOf(id: string, context: Context): string[] {
  const seen = new Set([id])
  for (const each of seen) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer)
  }
  return [...seen].filter((each) => {
    const { isEntry = false, dynamicImporters = [] } = context.getModuleInfo(each) ?? {}
    return isEntry || dynamicImporters.length > 0
  })
}

/** Names the file of modules that the same scripts of pages and lazily loaded modules need. */
const nameOf = (roots: readonly string[]) =>
  `with-${roots
    .map((root) => root.replace(/^.*\/|[.?].*$/g, ''))
    .toSorted()
    .join('-')}`

/** The group of files that a module belongs to. Null: Rolldown decides, by the islands that need it. */
export function groupOf(id: string, context: Context): string | null {
  // With the script of the header itself, which would otherwise arrive first and then request this file.
  if (HEADER.test(id)) return 'header'
  const roots = rootsOf(id, context).filter((root) => !CLIENT.test(root))
  const islands = roots.filter((root) => ISLAND.test(root))
  if (islands.length === 0) return null
  const others = roots.filter((root) => !ISLAND.test(root))
  if (others.some((root) => HEADER.test(root))) return 'header'
  if (others.length > 0) return islands.length >= BY_MANY_ISLANDS ? nameOf(others) : 'pages'
  if (roots.some((root) => LIST_OF_EVENTS.test(root))) {
    return roots.length >= BY_MOST_ISLANDS ? 'list' : null
  }
  return roots.length >= BY_MANY_ISLANDS ? 'patients' : null
}

const groupNamed = (name: RegExp) => ({
  name: (id: string, context: Context) => {
    const group = groupOf(id, context)
    return group !== null && name.test(group) ? group : null
  },
})

/**
 * Modules that many islands share are in few files. Rolldown alone makes a file for each set of islands and other scripts that
 * share a module: /portal would load 65 (decision 040).
 */
export const sharedScripts = (): AstroIntegration => {
  const groups = [
    // In this order, because a group also takes what its modules import: scripts of pages never load an island's.
    { ...groupNamed(/^header$/), priority: 5 },
    // What many scripts need first: a page with one of them must not load what the others need.
    { ...groupNamed(/^with(-[^-]+){3,}$/), priority: 4 },
    { ...groupNamed(/^with(-[^-]+){1,2}$/), priority: 3 },
    { ...groupNamed(/^pages$/), priority: 2, entriesAware: true },
    { ...groupNamed(/^list$/), priority: 1 },
    groupNamed(/^patients$/),
  ]
  return {
    name: 'shared-scripts',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const { assets } = config.build
        // Only the hash, in digits that spell no word: blockers of cookie banners refuse a script named 'consent'.
        const named = {
          hashCharacters: 'hex',
          assetFileNames: `${assets}/[hash:16][extname]`,
        } as const
        const scripts = `${assets}/[hash:16].js`
        const output = {
          ...named,
          codeSplitting: { groups },
          entryFileNames: scripts,
          chunkFileNames: scripts,
        }
        updateConfig({
          vite: {
            // Also of the style sheets, which the build of the pages writes.
            build: { rolldownOptions: { output: named } },
            environments: { client: { build: { rolldownOptions: { output } } } },
          },
        })
      },
    },
  }
}
