import * as z from 'zod/mini'
import { documentPath } from '#content/rules/document-types.ts'
import {
  isSettingName,
  SETTING_FIELDS,
  type SettingName,
  type SettingValues,
  settingValue,
  withSettings,
} from '#core/rules/setting-values.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Env } from '#core/server/config/env.ts'
import { publishedContent } from '#core/server/gateways/content.ts'
import { approvedChance, type Light, type RiskGroup, resultTextId } from '#results/rules/result.ts'
import { SETTINGS_DOCUMENT } from '#shared/content-lake.ts'

/** A paragraph or an item of a list, without marks; paper needs the address of a link as text. */
export type LetterParagraph = { readonly text: string; readonly isItem: boolean }

/** The texts of a colour and a risk group, as on /medical-results. */
export type LetterText = {
  readonly sentence: string
  readonly meaning: readonly LetterParagraph[]
  readonly nextStep: readonly LetterParagraph[]
  /** Under red: how many raised results are cancer, once a clinician has approved it. */
  readonly chance: string | undefined
}

/** The charity, as its letters name it. */
export type Sender = {
  readonly charityName: string
  readonly product: string
  readonly address: readonly string[]
  readonly medicalPhone: string
  readonly email: string
  readonly charityNumber: string
}

export type LetterContent = { readonly sender: Sender; readonly text: LetterText | undefined }

/** The texts of a letter besides the result, as they are published now. @throws when it cannot be read or is incomplete. */
export type ReadLetterContent = (
  judgement: { light: Light; riskGroup: RiskGroup; today: IsoDate } | undefined,
) => Promise<LetterContent>

const linkSchema = z.object({
  _key: z.string(),
  url: z.nullish(z.string()),
  email: z.nullish(z.string()),
  path: z.nullish(z.string()),
  page: z.nullish(z.looseObject({ _type: z.string() })),
})
const blockSchema = z.object({
  listItem: z.nullish(z.string()),
  children: z.nullish(
    z.array(
      z.object({
        text: z.nullish(z.string()),
        marks: z.nullish(z.array(z.string())),
        setting: z.nullish(z.string()),
      }),
    ),
  ),
  markDefs: z.nullish(z.array(linkSchema)),
})
type Block = z.output<typeof blockSchema>
type Child = NonNullable<Block['children']>[number]

/** Where a link leads, as a reader of paper can type it. */
function addressOf({ url, email, path, page }: z.output<typeof linkSchema>, siteUrl: string) {
  const own = (page ? documentPath(page._type, page) : undefined) ?? path
  return url ?? email ?? (own ? `${siteUrl}${own}` : undefined)
}

/** @throws when the setting is empty: a letter without the number to call must not be printed. */
function needed(values: SettingValues, name: SettingName): string {
  const value = settingValue(values, name)
  if (value === undefined) throw new Error(`The setting '${name}' is empty.`)
  return value
}

/** A plain text with the values that it names. */
const filled = (text: string, values: SettingValues): string =>
  withSettings(text, (name) => needed(values, name))

const wordsOf = ({ text, setting }: Child, values: SettingValues): string =>
  isSettingName(setting) ? needed(values, setting) : filled(text ?? '', values)

function paragraphsOf(
  blocks: readonly Block[],
  siteUrl: string,
  values: SettingValues,
): LetterParagraph[] {
  return blocks
    .map(({ listItem, children, markDefs }) => {
      const spans = children ?? []
      const text = spans.map((child, index) => {
        const { marks } = child
        const words = wordsOf(child, values)
        const link = markDefs?.find(({ _key }) => marks?.includes(_key))
        const goesOn = link !== undefined && spans[index + 1]?.marks?.includes(link._key)
        const address = link === undefined || goesOn ? undefined : addressOf(link, siteUrl)
        return address === undefined ? words : `${words} (${address})`
      })
      return { text: text.join(''), isItem: typeof listItem === 'string' }
    })
    .filter(({ text }) => text.trim() !== '')
}

const chanceField = z.nullish(z.string())
const chanceSchema = z.object({
  withoutCancer: chanceField,
  withCancer: chanceField,
  source: chanceField,
  approvedBy: chanceField,
  approvedOn: chanceField,
})

const answerSchema = z.object({
  sender: z.object({
    charityName: z.string(),
    product: z.string(),
    address: z.array(z.string()),
    medicalPhone: z.string(),
    email: z.string(),
    charityNumber: z.string(),
  }),
  values: z.looseObject({}),
  text: z.nullable(
    z.object({
      sentence: z.string(),
      meaning: z.array(blockSchema),
      nextStep: z.array(blockSchema),
      chance: z.nullish(chanceSchema),
    }),
  ),
})

const BLOCKS =
  '[]{listItem, children[]{text, marks, setting}, markDefs[]{_key, url, email, path, "page": page->{_id, _type, path, slug}}}'
const QUERY = `{
  "sender": ${SETTINGS_DOCUMENT}{charityName, product, address, medicalPhone, email, charityNumber},
  "values": ${SETTINGS_DOCUMENT}{${SETTING_FIELDS}},
  "text": *[_id == $id][0]{sentence, "meaning": meaning${BLOCKS}, "nextStep": nextStep${BLOCKS},
    chance{withoutCancer, withCancer, source, approvedBy, approvedOn}}
}`

/** Reads the letter's texts from the Content Lake for each letter: a correction of a text counts immediately. */
export function letterContentGateway({
  content,
  siteUrl,
}: Pick<Env, 'content' | 'siteUrl'>): ReadLetterContent {
  const client = publishedContent(content)
  return async (judgement) => {
    const id = judgement ? resultTextId(judgement.light, judgement.riskGroup) : 'none'
    const answer = answerSchema.parse(await client.fetch(QUERY, { id }))
    const { values, text } = answer
    const address = answer.sender.address.map((line) => filled(line, values))
    const sender = { ...answer.sender, address }
    if (judgement === undefined) return { sender, text: undefined }
    if (text === null) throw new Error(`The text '${id}' is not published.`)
    return {
      sender,
      text: {
        sentence: filled(text.sentence, values),
        meaning: paragraphsOf(text.meaning, siteUrl, values),
        nextStep: paragraphsOf(text.nextStep, siteUrl, values),
        chance: approvedChance(text.chance, judgement.light, judgement.today),
      },
    }
  }
}
