import type { DocumentActionsResolver, NewDocumentOptionsResolver, Template } from 'sanity'
import { isSingleton } from '../src/domain/document-types.ts'

/** The site needs these documents and reads no second one. */
const FORBIDDEN = new Set(['delete', 'duplicate', 'unpublish'])

export const singletonActions: DocumentActionsResolver = (actions, { schemaType }) =>
  isSingleton(schemaType)
    ? actions.filter(({ action }) => action === undefined || !FORBIDDEN.has(action))
    : actions

export const withoutSingletons: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !isSingleton(templateId))

export const templatesWithoutSingletons = (templates: Template[]): Template[] =>
  templates.filter(({ schemaType }) => !isSingleton(schemaType))
