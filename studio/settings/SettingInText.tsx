import { Box, Text } from '@sanity/ui'
import { type BlockProps, useEditState } from 'sanity'
import {
  isSettingName,
  SETTING_NAMES,
  SETTING_VALUES,
  type SettingValues,
  settingsNamedIn,
  settingValue,
} from '../../src/core/rules/setting-values.ts'

/** Shows a reference to the settings in a text as the value that visitors read. */
export function InlineBlock(props: BlockProps) {
  return props.schemaType.name === 'settingValue' ? (
    <SettingInText {...props} />
  ) : (
    props.renderDefault(props)
  )
}

function SettingInText(props: BlockProps) {
  const values = useSettings()
  const { setting } = props.value as { setting?: unknown }
  const words = isSettingName(setting)
    ? (settingValue(values, setting) ?? `${SETTING_VALUES[setting].title}: empty`)
    : 'Choose a value'
  return props.renderDefault({ ...props, renderPreview: () => <span>{words}</span> })
}

/** As published: what visitors read. */
const useSettings = () =>
  useEditState('siteSettings', 'siteSettings').published as SettingValues | undefined

/** Below a plain text with words in braces: the values that stand there. */
export function SettingsNamed({ text }: { text: string }) {
  const values = useSettings()
  const { names, unknown } = settingsNamedIn(text)
  const shown = names.map(
    (name) =>
      `{${SETTING_VALUES[name].title}} is ${settingValue(values, name) ?? 'empty in the site settings'}.`,
  )
  const wrong = unknown.map((words) => `The settings have no value called {${words}}.`)
  const all = SETTING_NAMES.map((name) => `{${SETTING_VALUES[name].title}}`).join(', ')
  return (
    <Box paddingTop={3}>
      <Text size={1} muted={true} role="status">
        {[...shown, ...wrong, ...(wrong.length > 0 ? [`Known are ${all}.`] : [])].join(' ')}
      </Text>
    </Box>
  )
}
