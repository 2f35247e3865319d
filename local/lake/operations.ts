import { randomUUID } from 'node:crypto'
import { isRecord } from '../../src/core/rules/record.ts'
import { isValidId, type LakeDocument } from './document.ts'
import { invalidMutation } from './errors.ts'

export type Target = { id: string } | { query: string; params: Record<string, unknown> }

/** One validated mutation of a request. */
export type Operation =
  | { kind: 'create' | 'createOrReplace' | 'createIfNotExists'; document: LakeDocument }
  | { kind: 'patch'; target: Target; revision?: string; patch: Record<string, unknown> }
  | { kind: 'delete'; target: Target; revision?: string }

const PATCH_FIELDS = ['set', 'setIfMissing', 'inc', 'dec', 'diffMatchPatch', 'merge']

/** Validates the `mutations` of a request. */
export function parseOperations(mutations: unknown): Operation[] {
  if (!Array.isArray(mutations)) throw invalidMutation('"mutations" must be an array')
  return mutations.map(parseOperation)
}

function parseOperation(mutation: unknown): Operation {
  const entries = isRecord(mutation) ? Object.entries(mutation) : []
  const [kind, body] = entries[0] ?? []
  if (entries.length !== 1 || !isRecord(body))
    throw invalidMutation('A mutation must be an object with one operation')
  switch (kind) {
    case 'create':
    case 'createOrReplace':
    case 'createIfNotExists':
      return { kind, document: parseDocument(kind, body) }
    case 'patch':
      return { kind, ...parseTarget(body), patch: parsePatch(body) }
    case 'delete':
      return { kind, ...parseTarget(body) }
    default:
      throw invalidMutation(`Unknown mutation "${String(kind)}"`)
  }
}

function parseDocument(kind: string, body: Record<string, unknown>): LakeDocument {
  const { _type, _id } = body
  if (typeof _type !== 'string' || _type === '')
    throw invalidMutation('A document must have a _type')
  const id = completeId(kind, _id)
  if (!isValidId(id)) throw invalidMutation(`"${String(id)}" is not a valid document ID`)
  return { ...body, _id: id, _type }
}

/** `create` without an id gets a random one; an id that ends in a dot gets a random suffix. */
function completeId(kind: string, id: unknown): unknown {
  if (kind === 'create' && id === undefined) return randomUUID()
  return typeof id === 'string' && id.endsWith('.') ? id + randomUUID() : id
}

function parseTarget(body: Record<string, unknown>): { target: Target; revision?: string } {
  const { id, query, params = {}, ifRevisionID } = body
  const revision = typeof ifRevisionID === 'string' ? { revision: ifRevisionID } : {}
  if (typeof query === 'string') {
    if (!isRecord(params)) throw invalidMutation('"params" must be an object')
    return { target: { query, params }, ...revision }
  }
  if (!isValidId(id)) throw invalidMutation('A patch or delete needs an "id" or a "query"')
  return { target: { id }, ...revision }
}

function parsePatch(body: Record<string, unknown>): Record<string, unknown> {
  const { id: _id, query: _query, params: _params, ifRevisionID: _revision, ...patch } = body
  for (const [field, value] of Object.entries(patch)) {
    if (PATCH_FIELDS.includes(field)) requireRecord(field, value)
    else if (field === 'unset') requirePaths(value)
    else if (field === 'insert') requireInsert(value)
    else throw invalidMutation(`Unknown patch operation "${field}"`)
  }
  return patch
}

function requireRecord(field: string, value: unknown): void {
  if (!isRecord(value)) throw invalidMutation(`"${field}" must be an object`)
}

function requirePaths(value: unknown): void {
  if (!Array.isArray(value) || !value.every((path) => typeof path === 'string'))
    throw invalidMutation('"unset" must be an array of paths')
}

function requireInsert(value: unknown): void {
  if (!isRecord(value) || !Array.isArray(value['items']))
    throw invalidMutation('"insert" must be an object with "items"')
}
