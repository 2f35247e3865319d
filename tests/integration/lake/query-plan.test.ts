import { evaluateSync, parse, toJS } from 'groq-js'
import { describe, expect, it } from 'vitest'
import type { LakeDocument } from '#local/lake/document.ts'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'

type Evaluate = (tree: unknown, options: Record<string, unknown>) => unknown
const evaluate = evaluateSync as unknown as Evaluate
const asJson = toJS as unknown as (value: unknown) => unknown

const now = new Date('2026-11-21T10:00:00Z')
const documents: LakeDocument[] = [
  { _id: 'settings', _type: 'settings', pinned: { _type: 'reference', _ref: 'b' } },
  { _id: 'a', _type: 'note', title: 'A', n: 1, tags: [{ on: true, name: 'x' }, { on: true }] },
  { _id: 'b', _type: 'note', title: 'B', n: 2, by: { _type: 'reference', _ref: 'ada' } },
  { _id: 'c', _type: 'note', title: 'C', n: null, tags: [] },
  { _id: 'ada', _type: 'person', name: 'Ada', note: { _type: 'reference', _ref: 'a' } },
  { _id: 'file', _type: 'file' },
  { _id: 'filed', _type: 'filed', file: { _type: 'reference', _ref: 'file' } },
  { _id: 'odd', _type: 'odd', value: { type: 'Filter', expr: { type: 'And' } } },
]
const view = viewOf(documents, 'raw')
const params = { id: 'b', odd: { type: 'Filter', expr: { type: 'And' } }, ids: ['a', 'c'] }

describe('a rewritten query returns the same result', () => {
  it.each([
    '*',
    '*[_id == "a"][0]',
    '*[_id == $id]{title}',
    '*["b" == _id]{title}',
    '*[_id == "none"][0].title',
    '*[_type == "note"] | order(title desc)[0...2]{title}',
    '*[_type == "note" && n > 1]{_id}',
    '*[_type == "note" && defined(n) && n < 2]._id',
    '*[_type == "note" && n]._id',
    '*[n > 0 && _type == "note"]._id',
    '*[_type == "note" || _id == "ada"]._id',
    '*[(_type == "note" && n == 1) || _id == "ada"]._id',
    '*[!(_type == "note" && n == 1)]._id',
    '*[_type == "note" && _id in $ids]._id',
    '*[_type == 5]',
    '*[_type == "note"][n == 2]{"by": by->name}',
    '*[_type == "note"]{_id, "pinned": _id == *[_id == "settings"][0].pinned._ref}',
    '*[_type == "note"]{_id, "others": *[_type == "note" && _id != ^._id]._id}',
    '*[_type == "file" && count(*[references(^._id)]) > 0]._id',
    '*[_type == "note" && count(*[_type == "person" && references(^._id)]) > 0]._id',
    '*[_type == "note"]{"on": tags[on && defined(name)]{name}}',
    '*[_type == "person"]{"note": note->{title, "same": *[_id == ^._id][0].title}}',
    'count(*[_type == "note"]) + count(*[_id == "a"])',
    '{"one": *[_id == "a"][0], "many": *[_type == "note"]._id}',
    'select(count(*[_type == "note"]) > 2 => "many", "few")',
    '*[_type == "odd" && value == $odd]._id',
    '$odd',
    'coalesce(*[_id == "none"][0], *[_id == "a"][0]).title',
  ])('CMS-03 %s', (query) => {
    const plain = evaluate(parse(query, { params }), {
      dataset: documents,
      params,
      timestamp: now,
      dereference: ({ _ref }: { _ref: string }) => view.byId.get(_ref) ?? null,
    })
    const context = { identity: '', projectId: '', dataset: '', now }
    expect(runQuery(view, query, params, context)).toEqual(asJson(plain) ?? null)
  })
})
