import type { DocumentActionsResolver, NewDocumentOptionsResolver, Template } from 'sanity'
import { SINGLETONS } from '../schemas/index.ts'

const SINGLE = new Set<string>(SINGLETONS)
/** The site cannot do without these documents, and knows no second one. */
const FORBIDDEN = new Set(['delete', 'duplicate', 'unpublish'])

export const singletonActions: DocumentActionsResolver = (actions, { schemaType }) =>
  SINGLE.has(schemaType)
    ? actions.filter(({ action }) => action === undefined || !FORBIDDEN.has(action))
    : actions

export const withoutSingletons: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !SINGLE.has(templateId))

export const templatesWithoutSingletons = (templates: Template[]): Template[] =>
  templates.filter(({ schemaType }) => !SINGLE.has(schemaType))
