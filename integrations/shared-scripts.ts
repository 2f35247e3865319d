import type { AstroIntegration } from 'astro'

/** What Rolldown tells of a module. */
type Module = {
  readonly isEntry: boolean
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}
type Context = { getModuleInfo(id: string): Module | null }

const ISLAND = /\.tsx$/
const LIST_OF_EVENTS = /\/EventsList\.tsx$/
/** A module that the list needs is in the list's file when at least as many islands need it. Measured, decision 040. */
const BY_MOST_ISLANDS = 9
/** Any other module is in the file of the patients' pages when at least as many islands need it. */
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

/** The group of files that a module belongs to. Null: Rolldown decides, by the islands that need it. */
export function groupOf(id: string, context: Context): 'pages' | 'list' | 'patients' | null {
  const roots = rootsOf(id, context)
  const islands = roots.filter((root) => ISLAND.test(root))
  if (islands.length === 0) return null
  if (islands.length < roots.length) return 'pages'
  if (roots.some((root) => LIST_OF_EVENTS.test(root))) {
    return roots.length >= BY_MOST_ISLANDS ? 'list' : null
  }
  return roots.length >= BY_MANY_ISLANDS ? 'patients' : null
}

const named = (name: ReturnType<typeof groupOf>) => ({
  name: (id: string, context: Context) => (groupOf(id, context) === name ? name : null),
})

/**
 * Modules that many islands share are in two files: one that the list of events needs as a whole, one for the pages of
 * patients. Rolldown alone makes a file for each set of islands that share a module: /portal would load 63 (decision 040).
 */
export const sharedScripts = (): AstroIntegration => {
  const groups = [
    // First, because a group takes the modules with it that its own import: scripts of pages never load an island's.
    { ...named('pages'), priority: 2, entriesAware: true },
    { ...named('list'), priority: 1 },
    named('patients'),
  ]
  return {
    name: 'shared-scripts',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const output = {
          codeSplitting: { groups },
          // Rolldown names a file of the first group by all islands that need it, and each import repeats the name.
          chunkFileNames: ({ name }: { name: string }) =>
            `${config.build.assets}/${name.startsWith('pages~') ? 'pages' : '[name]'}.[hash].js`,
        }
        updateConfig({
          vite: { environments: { client: { build: { rolldownOptions: { output } } } } },
        })
      },
    },
  }
}
