import { Mutation } from '@sanity/mutator'
import type { LakeDocument } from './document.ts'
import { invalidMutation, mutationConflict } from './errors.ts'
import type { Operation, Target } from './operations.ts'
import { viewOf } from './perspective.ts'
import { runQuery } from './query.ts'
import { strongReferences } from './references.ts'

export type OperationResult = { id: string; operation: 'create' | 'update' | 'delete' | 'none' }
type Stamp = { transactionId: string; now: Date }
type Documents = ReadonlyMap<string, LakeDocument>

/** The change of one document by a transaction; null where the document does not exist. */
export type Change = {
  id: string
  before: LakeDocument | null
  after: LakeDocument | null
  mutations: Record<string, unknown>[]
}

/** The documents of one transaction before it is committed. */
export class WorkingSet {
  readonly #base: Documents
  readonly #changed = new Map<string, LakeDocument | null>()
  readonly #mutations = new Map<string, Record<string, unknown>[]>()
  readonly #stamp: Stamp

  constructor(base: Documents, stamp: Stamp) {
    this.#base = base
    this.#stamp = stamp
  }

  apply(operation: Operation): OperationResult[] {
    if (operation.kind !== 'patch' && operation.kind !== 'delete')
      return [this.#create(operation.kind, operation.document)]
    return this.#targets(operation.target).map((id) => this.#change(operation, id))
  }

  /** The resulting changes, with their new revision. Throws 409 if a strong reference has no target. */
  finish(): Change[] {
    this.#checkReferences()
    return [...this.#changed].map(([id, after]) => ({
      id,
      before: this.#base.get(id) ?? null,
      after: after && this.#stamped(after),
      mutations: this.#mutations.get(id) ?? [],
    }))
  }

  #set(id: string, after: LakeDocument | null, mutation: Record<string, unknown>): void {
    this.#changed.set(id, after)
    this.#mutations.set(id, [...(this.#mutations.get(id) ?? []), mutation])
  }

  #get(id: string): LakeDocument | null {
    const changed = this.#changed.get(id)
    return changed === undefined ? (this.#base.get(id) ?? null) : changed
  }

  #all(): LakeDocument[] {
    const untouched = [...this.#base.values()].filter((doc) => !this.#changed.has(doc._id))
    return [...untouched, ...[...this.#changed.values()].filter((doc) => doc !== null)]
  }

  #create(kind: string, document: LakeDocument): OperationResult {
    const existing = this.#get(document._id)
    if (existing && kind === 'createIfNotExists') return { id: document._id, operation: 'none' }
    if (existing && kind === 'create')
      throw mutationConflict(
        'documentAlreadyExistsError',
        document._id,
        `Document by ID "${document._id}" already exists`,
      )
    const created = document._createdAt ?? existing?._createdAt ?? this.#stamp.now.toISOString()
    const after = { ...document, _createdAt: created }
    this.#set(document._id, after, { [kind]: after })
    return { id: document._id, operation: existing ? 'update' : 'create' }
  }

  #change(operation: Extract<Operation, { target: Target }>, id: string): OperationResult {
    const document = this.#get(id)
    if (!document && operation.kind === 'delete') return { id, operation: 'none' }
    if (!document)
      throw mutationConflict(
        'documentNotFoundError',
        id,
        `The document with the ID "${id}" was not found`,
      )
    if (operation.revision !== undefined && operation.revision !== document._rev)
      throw mutationConflict(
        'documentRevisionIDDoesNotMatchError',
        id,
        `The document "${id}" has unexpected revision ID (${document._rev}), expected "${operation.revision}"`,
      )
    if (operation.kind === 'delete') {
      this.#set(id, null, { delete: { id } })
      return { id, operation: 'delete' }
    }
    const { patch } = operation
    this.#set(id, patched(document, patch), { patch: { ...patch, id } })
    return { id, operation: 'update' }
  }

  #targets(target: Target): string[] {
    if ('id' in target) return [target.id]
    const { now } = this.#stamp
    const context = { identity: '', projectId: '', dataset: '', now }
    const view = viewOf(this.#all(), 'raw')
    const ids = runQuery(view, `(${target.query})[]._id`, target.params, context)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  }

  #stamped(document: LakeDocument): LakeDocument {
    return {
      ...document,
      _rev: this.#stamp.transactionId,
      _updatedAt: this.#stamp.now.toISOString(),
    }
  }

  #checkReferences(): void {
    this.#checkDeleted()
    for (const [id, after] of this.#changed) {
      const missing = after && [...strongReferences(after)].find((ref) => !this.#get(ref))
      if (missing)
        throw mutationConflict(
          'documentReferenceDoesNotExistError',
          id,
          `Document "${id}" references non-existent document "${missing}"`,
        )
    }
  }

  /** One pass over all documents, regardless of the number of deletions. */
  #checkDeleted(): void {
    const isDeleted = (id: string) => this.#changed.get(id) === null
    if (![...this.#changed.keys()].some(isDeleted)) return
    for (const holder of this.#all()) {
      const id = [...strongReferences(holder)].find(isDeleted)
      if (id)
        throw mutationConflict(
          'documentHasExistingReferencesError',
          id,
          `Document "${id}" cannot be deleted as there are references to it from "${holder._id}"`,
        )
    }
  }
}

/** Applies a patch with Sanity's mutator. Throws 400 if it cannot be applied. */
function patched(document: LakeDocument, patch: Record<string, unknown>): LakeDocument {
  let result: LakeDocument | null
  try {
    const mutation = new Mutation({ mutations: [{ patch: { ...patch, id: document._id } }] })
    result = mutation.apply(structuredClone(document))
  } catch (error) {
    throw invalidMutation(error instanceof Error ? error.message : String(error))
  }
  if (!result || result._id !== document._id || result._type !== document._type)
    throw invalidMutation('A patch may not change _id or _type')
  return result
}
