import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { textsOf } from './union-texts.ts'

/** `texts`: those that the column may have; without it any. */
type Column = { nullable: boolean; filled: boolean; kind: string; texts?: string[] }
type Schema = Record<string, Record<string, Column>>

/** The TypeScript type of what the driver returns (src/core/server/database/database.ts). */
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
  'ARRAY _int8': 'number[]',
  'ARRAY _text': 'string[]',
  'ARRAY _uuid': 'string[]',
}

const FILES = {
  Tables: '../../src/core/server/database/tables.ts',
  AccessTables: '../../src/core/server/database/access-tables.ts',
  AccountTables: '../../src/core/server/database/account-tables.ts',
  ResultTables: '../../src/core/server/database/result-tables.ts',
  ReminderTables: '../../src/core/server/database/reminder-tables.ts',
  PaymentTables: '../../src/core/server/database/payment-tables.ts',
  StaffTables: '../../src/core/server/database/staff-tables.ts',
} as const

const test = perFile(testDatabase)

async function fromDatabase(): Promise<Schema> {
  const { rows } = await test.database.query<Record<string, string | null>>(
    `select table_name, column_name, is_nullable, data_type || case data_type when 'ARRAY' then ' ' || udt_name else '' end as data_type, coalesce(column_default, identity_generation, nullif(is_generated, 'NEVER')) as filled
       from information_schema.columns where table_schema = 'app'`,
  )
  const texts = await allowedTexts()
  const schema: Schema = {}
  for (const row of rows) {
    const table = row['table_name'] ?? ''
    schema[table] ??= {}
    schema[table][row['column_name'] ?? ''] = {
      nullable: row['is_nullable'] === 'YES',
      filled: row['filled'] !== null,
      kind: KINDS[row['data_type'] ?? ''] ?? `unknown: ${row['data_type']}`,
      ...texts.get(`${table}.${row['column_name']}`),
    }
  }
  return schema
}

/** The texts that check constraints of one column list, by `table.column`. */
async function allowedTexts(): Promise<Map<string, { texts: string[] }>> {
  const { rows } = await test.database.query<{ column: string; def: string }>(
    `select c.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid) as def
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'c' and cardinality(k.conkey) = 1 and k.connamespace = 'app'::regnamespace`,
  )
  return new Map(
    rows.flatMap(({ column, def }) => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(def)?.[1]
      if (!list?.startsWith("'")) return []
      const texts = list.split(', ').map((text) => text.replace(/^'(.*)'::text$/, '$1'))
      return [[column, { texts: texts.sort() }] as const]
    }),
  )
}

/** 'Generated<Date>' and 'string | null' as the facts they state; a union of texts is text, and has the texts that the database allows. */
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
  const texts = textsOf(type, source)
  return {
    nullable: parts.includes('null'),
    filled: false,
    ...(texts === undefined ? { kind: kinds.join(' | ') } : { kind: 'string', texts }),
  }
}

function membersOf(type: ts.TypeNode, source: ts.SourceFile): [string, ts.TypeNode][] {
  if (!ts.isTypeLiteralNode(type)) throw new Error(`not a literal type: ${type.getText(source)}`)
  return type.members.filter(ts.isPropertySignature).flatMap((member) => {
    return member.type === undefined ? [] : [[member.name.getText(source), member.type] as const]
  }) as [string, ts.TypeNode][]
}

/** The members of a type alias that is an object, or an intersection of objects and aliases of `FILES`. */
function tablesOf(name: keyof typeof FILES): Schema {
  const text = readFileSync(new URL(FILES[name], import.meta.url), 'utf8')
  const source = ts.createSourceFile(FILES[name], text, ts.ScriptTarget.Latest, true)
  const alias = source.statements.filter(ts.isTypeAliasDeclaration).find((statement) => {
    return statement.name.text === name
  })
  if (alias === undefined) throw new Error(`${FILES[name]} declares no type ${name}`)
  const parts = ts.isIntersectionTypeNode(alias.type) ? [...alias.type.types] : [alias.type]
  return Object.assign(
    {},
    ...parts.map((part) => {
      const other = part.getText(source)
      if (other in FILES) return tablesOf(other as keyof typeof FILES)
      return Object.fromEntries(
        membersOf(part, source).map(([table, columns]) => [
          table,
          Object.fromEntries(
            membersOf(columns, source).map(([column, type]) => [column, columnOf(type, source)]),
          ),
        ]),
      )
    }),
  )
}

/** Postgres knows no texts of a view's columns. */
async function withoutTextsOfViews(schema: Schema): Promise<Schema> {
  const { rows } = await test.database.query<{ name: string }>(
    `select table_name as name from information_schema.views where table_schema = 'app'`,
  )
  const plain = rows.map(({ name }) => [
    name,
    Object.fromEntries(
      Object.entries(schema[name] ?? {}).map(([column, { texts: _, ...facts }]) => [column, facts]),
    ),
  ])
  return { ...schema, ...Object.fromEntries(plain) }
}

it('src/core/server/database/tables.ts says what the migrations made: tables, columns, types, texts, null, generated', async () => {
  expect(await withoutTextsOfViews(tablesOf('Tables'))).toEqual(await fromDatabase())
})
