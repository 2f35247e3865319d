import { defineField, defineType } from 'sanity'
import {
  descriptionField,
  requiredPicture,
  requiredString,
  slugField,
  titleField,
} from '../fields.ts'

export const infoArticle = defineType({
  name: 'infoArticle',
  title: 'Information article',
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
  ],
  preview: { select: { title: 'title', subtitle: 'description', media: 'image' } },
})

export const researchItem = defineType({
  name: 'researchItem',
  title: 'Research and data',
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
  ],
  preview: { select: { title: 'title', subtitle: 'description' } },
})

export const supportOrganisation = defineType({
  name: 'supportOrganisation',
  title: 'Support organisation',
  type: 'document',
  fields: [
    requiredString('title', 'Name'),
    requiredPicture('icon', 'Logo'),
    defineField({
      name: 'website',
      title: 'Website',
      type: 'url',
      validation: (rule) => rule.uri({ scheme: ['https'] }).error('It must start with https://'),
    }),
    defineField({ name: 'number', title: 'Telephone number', type: 'string' }),
    defineField({ name: 'address', title: 'Address', type: 'string' }),
  ],
  preview: { select: { title: 'title', subtitle: 'website', media: 'icon' } },
})

export const partner = defineType({
  name: 'partner',
  title: 'Partner',
  type: 'document',
  fields: [
    requiredString('name', 'Name'),
    defineField({
      name: 'kind',
      title: 'Kind',
      type: 'string',
      options: {
        list: [
          { title: 'Sponsor', value: 'sponsor' },
          { title: 'Supporter', value: 'supporter' },
        ],
        layout: 'radio',
      },
      initialValue: 'supporter',
      validation: (rule) => rule.required().error('Choose sponsor or supporter'),
    }),
    requiredPicture('logo', 'Logo'),
    defineField({ name: 'website', title: 'Website', type: 'url' }),
  ],
  preview: { select: { title: 'name', subtitle: 'kind', media: 'logo' } },
})
