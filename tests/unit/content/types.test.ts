import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SchemaTypeDefinition } from 'sanity'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { schemaTypes } from '#schemas/index.ts'
import { GENERATED_FILE, generateTypes } from '../../../scripts/generate-types.ts'

/** Sanity's own packages take seconds to load. */
const TIME_LIMIT_MS = 120_000
const ROOT = process.cwd()
const content = (name: string) => join(ROOT, 'src/content/read', name)

/** The schema with one field of one type renamed. */
function renamed(type: string, from: string, to: string): SchemaTypeDefinition[] {
  const rename = <Field extends { name: string }>(field: Field): Field =>
    field.name === from ? { ...field, name: to } : field
  return schemaTypes.map((definition) =>
    definition.name === type && 'fields' in definition && definition.fields
      ? { ...definition, fields: definition.fields.map(rename) }
      : definition,
  )
}

/** The lines of src/content/read that do not compile when these files have the given texts: `file: line`. */
function faults(texts: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT)
  const readers = ts.sys.readDirectory(join(ROOT, 'src/content/read'), ['.ts'])
  const host = ts.createCompilerHost(options)
  const { readFile } = host
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  const program = ts.createProgram(readers, options, host)
  const found = readers.flatMap((file) =>
    program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ file: source, start }) => {
      const { line } = source?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0 }
      return `${basename(file)}: ${source?.text.split('\n')[line]?.trim()}`
    }),
  )
  return [...new Set(found)]
}

/** A module of src/content/read with one place replaced. */
function changed(name: string, from: string, to: string): [file: string, text: string] {
  const text = readFileSync(content(name), 'utf8')
  expect(text.split(from)).toHaveLength(2)
  return [content(name), text.replace(from, to)]
}

describe('the generated types of query results', () => {
  let fresh: string

  beforeAll(async () => {
    fresh = await generateTypes()
  }, TIME_LIMIT_MS)

  it('CMS-01 match the current schemas and queries (npm run content:types writes them)', () => {
    expect(readFileSync(GENERATED_FILE, 'utf8')).toBe(fresh)
  })

  it('CMS-01 are the same on every computer', () => {
    expect(fresh).not.toContain(ROOT)
    expect(fresh).toContain('// Source: src/content/read/news.ts')
  })

  it(
    'CMS-01 readers do not compile with a renamed field, a changed query or a field that was not queried',
    async () => {
      const types = await generateTypes(renamed('newsArticle', 'title', 'headline'))
      expect(types).not.toBe(fresh)
      const found = faults(
        new Map([
          [GENERATED_FILE, types],
          changed('about.ts', 'sponsorThanks,\n', 'sponsorThanks, founded,\n'),
          changed('statistics.ts', "number('tests')", "number('test')"),
        ]),
      )
      expect(found).toEqual([
        'about.ts: await fetchContent(ABOUT_PAGE),',
        'about.ts: aboutPageOf,',
        "news.ts: title: document.text('title'),",
        "statistics.ts: tests: document.number('test'),",
      ])
    },
    TIME_LIMIT_MS,
  )
})
