import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractSchema } from '@sanity/schema/_internal'
import { createSchema, type SchemaTypeDefinition } from 'sanity'
import { schemaTypes } from '../schemas/index.ts'

/**
 * `npm run content:types` writes the types of the query results in src/content/read. It uses the packages behind
 * `sanity schema extract` and `sanity typegen generate` directly: those commands take half a minute and cannot resolve
 * imports of `#content/…` (docs/decisions/013).
 */
const ROOT = join(import.meta.dirname, '..')
const QUERIES = join(ROOT, 'src/content/read/*.ts')
export const GENERATED_FILE = join(ROOT, 'src/content/read/content.generated.ts')

const HEADER = `// Written by \`npm run content:types\` from schemas/ and the queries in src/content/read/*.ts; a test fails while they
// differ. Never edit it: change those, and run the command again.

`

type FoundModule = { filename: string; errors: Error[] }

/** The used part of @sanity/codegen, whose types TypeScript cannot resolve (see `loadCodegen`). */
type Codegen = {
  findQueriesInPath: (options: { path: string; resolver: NodeJS.RequireResolve }) => {
    queries: AsyncIterable<FoundModule>
  }
  TypeGenerator: new () => {
    generateTypes: (options: {
      schema: ReturnType<typeof extractSchema>
      queries: AsyncIterable<FoundModule>
      root: string
    }) => Promise<{ code: string }>
  }
}

/** The version that the Studio's CLI depends on, which npm installs below that package. */
async function loadCodegen(): Promise<Codegen> {
  const studio = createRequire(join(ROOT, 'studio/package.json'))
  const sanity = createRequire(studio.resolve('sanity/package.json'))
  const cli = createRequire(sanity.resolve('@sanity/cli/package.json'))
  return import(pathToFileURL(cli.resolve('@sanity/codegen')).href) as Promise<Codegen>
}

/** Sanity's tool skips a query that it cannot parse: this throws instead. */
async function* withoutErrors(modules: AsyncIterable<FoundModule>): AsyncIterable<FoundModule> {
  for await (const found of modules) {
    const [error] = found.errors
    if (error) throw new Error(`No types for ${found.filename}: ${error.message}`, { cause: error })
    yield found
  }
}

/**
 * The text of the generated file for these types of documents.
 * @throws Error naming the module with a query that Sanity's tool cannot read.
 */
export async function generateTypes(types: SchemaTypeDefinition[] = schemaTypes): Promise<string> {
  const { findQueriesInPath, TypeGenerator } = await loadCodegen()
  const schema = extractSchema(createSchema({ name: 'default', types }))
  // Node's own resolver knows package.json's "imports" when it asks from the root of the repository.
  const { resolve: resolver } = createRequire(join(ROOT, 'package.json'))
  const { queries } = findQueriesInPath({ path: QUERIES, resolver })
  const generator = new TypeGenerator()
  const { code } = await generator.generateTypes({
    schema,
    queries: withoutErrors(queries),
    root: ROOT,
  })
  return HEADER + code
}

if (import.meta.main) await writeFile(GENERATED_FILE, await generateTypes())
