import { defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/content/rules/document-types.ts'

/** Written by the button “Approve” only (CMS-22). Its id is made from that of the text. */
export const approval = defineType({
  name: 'approval',
  title: typeTitle('approval'),
  type: 'document',
  readOnly: true,
  __experimental_omnisearch_visibility: false,
  fields: [
    defineField({ name: 'title', title: 'Text', type: 'string' }),
    defineField({ name: 'approver', title: 'Approved by', type: 'string' }),
    defineField({ name: 'hash', title: 'Content', type: 'string' }),
    defineField({ name: 'isHealthText', title: 'Is a health text', type: 'boolean' }),
  ],
  preview: { select: { title: 'title', subtitle: 'approver' } },
})
