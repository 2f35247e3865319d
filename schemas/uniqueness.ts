import type { SlugIsUniqueValidator, ValidationContext } from 'sanity'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import { askLake } from './ask-lake.ts'

const OTHERS = '*[_type == $type && !(_id in [$id, "drafts." + $id] || _id in path("versions.**"))]'

type Asked = Pick<ValidationContext, 'document' | 'getClient'>

/** How many other documents of the same type fulfil `filter`. */
async function countOthers(
  { document, getClient }: Asked,
  filter: string,
  value: unknown,
): Promise<number> {
  const params = { type: document?._type, id: document?._id.replace(/^drafts\./, ''), value }
  const client = getClient({ apiVersion: SANITY_API_VERSION })
  const query = `count(${OTHERS}[${filter}])`
  return await askLake(() => client.fetch<number>(query, params, { perspective: 'raw' }))
}

/** Whether no other document of the type has this address. */
export const isUniqueAddress: SlugIsUniqueValidator = async (address, context) =>
  (await countOthers(context, 'slug.current == $value', address)) === 0

/** Whether no other document of the type is about this year. */
export const isUniqueYear = async (year: number, context: ValidationContext): Promise<boolean> =>
  (await countOthers(context, 'year == $value', year)) === 0

/** Whether no other document of the type has this path. */
export const isUniquePath = async (path: string, context: ValidationContext): Promise<boolean> =>
  (await countOthers(context, 'path == $value', path)) === 0
