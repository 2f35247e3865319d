import { defineField, defineType } from 'sanity'
import { SANITY_API_VERSION, SETTINGS_DOCUMENT } from '../../shared/content-lake.ts'
import {
  isSettingName,
  settingValue as presentValue,
  SETTING_NAMES,
  SETTING_VALUES,
  type SettingValues,
} from '../../src/core/rules/setting-values.ts'

/** In a text: a telephone number, an e-mail address or a name of the site settings, as it is now (CMS-17). */
export const settingValue = defineType({
  name: 'settingValue',
  title: 'Value of the settings',
  type: 'object',
  fields: [
    defineField({
      name: 'setting',
      title: 'Which value?',
      description: 'The text shows it as it is in the site settings, also after it changes there.',
      type: 'string',
      options: {
        list: SETTING_NAMES.map((value) => ({ value, title: SETTING_VALUES[value].title })),
        layout: 'radio',
      },
      validation: (rule) => [
        rule.required().error('Choose a value'),
        rule
          .custom(async (name, { getClient }) => {
            if (!isSettingName(name)) return true
            const client = getClient({ apiVersion: SANITY_API_VERSION })
            const query = `${SETTINGS_DOCUMENT}{${name}}`
            const values = await client.fetch<SettingValues>(
              query,
              {},
              { perspective: 'published' },
            )
            return (
              presentValue(values, name) !== undefined ||
              `“${SETTING_VALUES[name].title}” is empty in the site settings. Fill it in there`
            )
          })
          .warning(),
      ],
    }),
  ],
  preview: {
    select: { setting: 'setting' },
    prepare: ({ setting }) => ({
      title: isSettingName(setting) ? SETTING_VALUES[setting].title : 'Value of the settings',
    }),
  },
})
