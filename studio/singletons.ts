import type { DocumentActionsResolver, NewDocumentOptionsResolver, Template } from 'sanity'
import { fixedIds } from '../src/domain/document-types.ts'

/** The site needs these documents and reads no other of their types. */
const isFixed = (type: string) => fixedIds(type) !== undefined
const FORBIDDEN = new Set(['delete', 'duplicate', 'unpublish'])

export const singletonActions: DocumentActionsResolver = (actions, { schemaType }) =>
  isFixed(schemaType)
    ? actions.filter(({ action }) => action === undefined || !FORBIDDEN.has(action))
    : actions

export const withoutSingletons: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !isFixed(templateId))

export const templatesWithoutSingletons = (templates: Template[]): Template[] =>
  templates.filter(({ schemaType }) => !isFixed(schemaType))
