import { isRecord } from '../../src/core/rules/record.ts'
import { isValidId, type LakeDocument } from './document.ts'
import { invalidMutation, LakeError } from './errors.ts'

type Mutation = Record<string, unknown>
type Find = (id: string) => LakeDocument | undefined

/** The documents as the earlier actions of the same request leave them. */
type Stage = {
  find: Find
  /** Adds a mutation and records the document that results from it. */
  add: (mutation: Mutation, id: string, after: LakeDocument | undefined) => void
}

const PREFIX = 'sanity.action.document.'

/** Translates the Studio's actions into mutations, in the same order. */
export function mutationsOf(actions: unknown, find: Find): Mutation[] {
  const list = Array.isArray(actions) ? actions : [actions]
  const mutations: Mutation[] = []
  const staged = new Map<string, LakeDocument | undefined>()
  const stage: Stage = {
    find: (id) => (staged.has(id) ? staged.get(id) : find(id)),
    add(mutation, id, after) {
      mutations.push(mutation)
      staged.set(id, after)
    },
  }
  for (const action of list) perform(action, stage)
  return mutations
}

function perform(action: unknown, stage: Stage): void {
  if (!isRecord(action)) throw invalidMutation('An action must be an object')
  const type = String(action['actionType'])
  const handler = HANDLERS[type.startsWith(PREFIX) ? type.slice(PREFIX.length) : '']
  if (!handler) throw invalidMutation(`Unknown action "${type}"`)
  handler(action, stage)
}

const HANDLERS: Record<string, (action: Mutation, stage: Stage) => void> = {
  create,
  'version.create': create,
  edit,
  publish,
  unpublish,
  delete: remove,
  discard,
  'version.discard': discard,
  replaceDraft: replace,
  'version.replace': replace,
}

function create(action: Mutation, stage: Stage): void {
  const document = documentIn(action)
  const keepsExisting = action['ifExists'] === 'ignore'
  const kind = keepsExisting ? 'createIfNotExists' : 'create'
  stage.add({ [kind]: document }, document._id, stage.find(document._id) ?? document)
}

function edit(action: Mutation, stage: Stage): void {
  const draftId = idIn(action, 'draftId')
  const patch = action['patch']
  if (!isRecord(patch)) throw invalidMutation('An edit needs a "patch"')
  if (!stage.find(draftId)) {
    const published = needed(stage, idIn(action, 'publishedId'))
    const draft = { ...withoutStamp(published), _id: draftId }
    stage.add({ create: draft }, draftId, draft)
  }
  stage.add({ patch: { ...patch, id: draftId } }, draftId, stage.find(draftId))
}

function publish(action: Mutation, stage: Stage): void {
  const draftId = idIn(action, 'draftId')
  const publishedId = idIn(action, 'publishedId')
  const draft = needed(stage, draftId)
  requireRevision(draft, action['ifDraftRevisionId'])
  requireRevision(stage.find(publishedId), action['ifPublishedRevisionId'])
  const document = { ...(strengthened(withoutStamp(draft)) as LakeDocument), _id: publishedId }
  stage.add({ createOrReplace: document }, publishedId, document)
  stage.add({ delete: { id: draftId } }, draftId, undefined)
}

function unpublish(action: Mutation, stage: Stage): void {
  const draftId = idIn(action, 'draftId')
  const publishedId = idIn(action, 'publishedId')
  const draft = { ...withoutStamp(needed(stage, publishedId)), _id: draftId }
  stage.add({ createIfNotExists: draft }, draftId, stage.find(draftId) ?? draft)
  stage.add({ delete: { id: publishedId } }, publishedId, undefined)
}

function remove(action: Mutation, stage: Stage): void {
  const others = [action['includeDrafts'], action['includeVersions']].flatMap((ids) =>
    Array.isArray(ids) ? ids.filter(isValidId) : [],
  )
  for (const id of [idIn(action, 'publishedId'), ...others])
    stage.add({ delete: { id } }, id, undefined)
}

function discard(action: Mutation, stage: Stage): void {
  const id = idIn(action, 'versionId' in action ? 'versionId' : 'draftId')
  stage.add({ delete: { id } }, id, undefined)
}

function replace(action: Mutation, stage: Stage): void {
  const document = documentIn(action)
  stage.add({ createOrReplace: document }, document._id, document)
}

function documentIn(action: Mutation): LakeDocument {
  const document = action['attributes'] ?? action['document']
  if (!(isRecord(document) && isValidId(document['_id']) && typeof document['_type'] === 'string'))
    throw invalidMutation('The action needs a document with _id and _type')
  return document as LakeDocument
}

function idIn(action: Mutation, field: string): string {
  const id = action[field]
  if (!isValidId(id)) throw invalidMutation(`The action needs "${field}"`)
  return id
}

function needed(stage: Stage, id: string): LakeDocument {
  const document = stage.find(id)
  if (!document) throw refusal(404, `The document "${id}" was not found`)
  return document
}

function requireRevision(document: LakeDocument | undefined, revision: unknown): void {
  if (document && typeof revision === 'string' && document._rev !== revision)
    throw refusal(409, `The document "${document._id}" has changed in the meantime`)
}

function refusal(status: 404 | 409, description: string): LakeError {
  return new LakeError(status, description, { error: { type: 'actionError', description } })
}

/** A document without the fields that each transaction sets. */
function withoutStamp({ _rev, _updatedAt, ...document }: LakeDocument): LakeDocument {
  return document as LakeDocument
}

/** On publishing, references become strong that were weak only because their target was a draft. */
function strengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthened)
  if (!isRecord(value)) return value
  const { _strengthenOnPublish: mark, _weak, ...rest } = value
  const fields = Object.entries(rest).map(([field, child]) => [field, strengthened(child)])
  const staysWeak = _weak !== undefined && !(isRecord(mark) && mark['weak'] !== true)
  return { ...Object.fromEntries(fields), ...(staysWeak ? { _weak } : {}) }
}
