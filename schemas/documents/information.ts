import { defineField, defineType } from 'sanity'
import type { PartnerKind } from '../../src/content/rules/content-choices.ts'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import {
  choices,
  descriptionField,
  orderField,
  requiredPicture,
  requiredString,
  slugField,
  titleField,
  webAddressField,
} from '../fields.ts'
import { healthField } from '../health.ts'
import { timedPreview, timeFields } from '../times.ts'

export const infoArticle = defineType({
  name: 'infoArticle',
  title: typeTitle('infoArticle'),
  type: 'document',
  fields: [
    titleField(),
    slugField('The end of the address: /information-hub/…'),
    descriptionField('Short text on the card'),
    requiredPicture(),
    defineField({
      name: 'body',
      title: 'Article',
      type: 'richText',
      validation: (rule) => rule.required().error('Write the article'),
    }),
    healthField(),
    orderField('Information hub overview'),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'title', subtitle: 'description', media: 'image' }),
})

export const researchItem = defineType({
  name: 'researchItem',
  title: typeTitle('researchItem'),
  type: 'document',
  fields: [
    titleField(),
    descriptionField('Short text on the card'),
    defineField({
      name: 'button',
      title: 'Button',
      type: 'callToAction',
      validation: (rule) => rule.required().error('Say where the card leads'),
    }),
    orderField('Information hub overview'),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'title', subtitle: 'description' }),
})

export const supportOrganisation = defineType({
  name: 'supportOrganisation',
  title: typeTitle('supportOrganisation'),
  type: 'document',
  fields: [
    requiredString('title', 'Name'),
    requiredPicture('icon', 'Logo'),
    webAddressField('website', 'Website'),
    defineField({ name: 'number', title: 'Telephone number', type: 'string' }),
    defineField({ name: 'address', title: 'Address', type: 'string' }),
    orderField('Information hub overview'),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'title', subtitle: 'website', media: 'icon' }),
})

const PARTNER_KIND_TITLES: Readonly<Record<PartnerKind, string>> = {
  sponsor: 'Sponsor',
  supporter: 'Supporter',
}

export const partner = defineType({
  name: 'partner',
  title: typeTitle('partner'),
  type: 'document',
  fields: [
    requiredString('name', 'Name'),
    defineField({
      name: 'kind',
      title: 'Kind',
      description: 'The heading on the page “About us” under which the logo is shown.',
      type: 'string',
      options: {
        list: choices(PARTNER_KIND_TITLES),
        layout: 'radio',
      },
      initialValue: 'supporter',
      validation: (rule) => rule.required().error('Choose sponsor or supporter'),
    }),
    requiredPicture('logo', 'Logo'),
    webAddressField('website', 'Website'),
    orderField('About us'),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'name', subtitle: 'kind', media: 'logo' }),
})
