import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

type Column = { nullable: boolean; filled: boolean; kind: string }
type Schema = Record<string, Record<string, Column>>

/** TypeScript's word for what the driver answers (src/server/database/database.ts). */
const KINDS: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  text: 'string',
  uuid: 'string',
  'time without time zone': 'string',
  date: 'IsoDate',
  'timestamp with time zone': 'Date',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Record<string, unknown>',
  ARRAY: 'string[]',
}

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

async function fromDatabase(): Promise<Schema> {
  const { rows } = await test.database.query<Record<string, string | null>>(
    `select table_name, column_name, is_nullable, data_type, coalesce(column_default, identity_generation, nullif(is_generated, 'NEVER')) as filled
       from information_schema.columns where table_schema = 'app'`,
  )
  const schema: Schema = {}
  for (const row of rows) {
    const table = row['table_name'] ?? ''
    schema[table] ??= {}
    schema[table][row['column_name'] ?? ''] = {
      nullable: row['is_nullable'] === 'YES',
      filled: row['filled'] !== null,
      kind: KINDS[row['data_type'] ?? ''] ?? `unknown: ${row['data_type']}`,
    }
  }
  return schema
}

/** 'Generated<Date>' and 'string | null' as the facts they state; a union of texts is text. */
function columnOf(type: ts.TypeNode, source: ts.SourceFile): Column {
  if (ts.isTypeReferenceNode(type)) {
    const name = type.typeName.getText(source)
    const inner = type.typeArguments?.[0]
    if (inner !== undefined && /^(Generated|GeneratedAlways|ColumnType)$/.test(name)) {
      return { ...columnOf(inner, source), filled: name !== 'ColumnType' }
    }
  }
  const parts = (ts.isUnionTypeNode(type) ? [...type.types] : [type]).map((t) => t.getText(source))
  const kinds = parts.filter((part) => part !== 'null')
  const kind = kinds.every((part) => part.startsWith("'")) ? 'string' : kinds.join(' | ')
  return { nullable: parts.includes('null'), filled: false, kind }
}

function membersOf(type: ts.TypeNode, source: ts.SourceFile): [string, ts.TypeNode][] {
  if (!ts.isTypeLiteralNode(type)) throw new Error(`not a literal type: ${type.getText(source)}`)
  return type.members.filter(ts.isPropertySignature).flatMap((member) => {
    return member.type === undefined ? [] : [[member.name.getText(source), member.type] as const]
  }) as [string, ts.TypeNode][]
}

function fromTypes(): Schema {
  const file = new URL('../../src/server/database/tables.ts', import.meta.url)
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile('tables.ts', text, ts.ScriptTarget.Latest, true)
  const tables = source.statements.filter(ts.isTypeAliasDeclaration).find((statement) => {
    return statement.name.text === 'Tables'
  })
  if (tables === undefined) throw new Error('tables.ts declares no type Tables')
  return Object.fromEntries(
    membersOf(tables.type, source).map(([table, columns]) => [
      table,
      Object.fromEntries(
        membersOf(columns, source).map(([name, type]) => [name, columnOf(type, source)]),
      ),
    ]),
  )
}

it('src/server/database/tables.ts says what the migrations made: tables, columns, types, null, generated', async () => {
  expect(fromTypes()).toEqual(await fromDatabase())
})
