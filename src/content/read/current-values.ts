import { currentDrafts } from '#content/read/drafts.ts'
import { type SettingName, type SettingValues, settingValue } from '#core/rules/setting-values.ts'

/** The values of the site settings for texts: known once the first query of a build is answered. */
let ofBuild: SettingValues | undefined

/** In a preview with the drafts of all editors. Undefined while the setting is empty. */
export function currentValue(name: SettingName): string | undefined {
  const drafts = currentDrafts()
  return settingValue(drafts ? drafts.values : ofBuild, name)
}

/** For the readers of the results that follow. */
export function setValues(values: SettingValues | undefined): void {
  const drafts = currentDrafts()
  if (drafts) drafts.values = values
  else ofBuild = values
}
