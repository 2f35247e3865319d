import { documentPath } from '#content/rules/document-types.ts'
import { withValuesOf } from '#core/rules/setting-values.ts'

/** The title of a page in search results and in the tab of a browser. */
export const searchTitle = (title: string, charityName: string): string =>
  title.includes(charityName) ? title : `${title} – ${charityName}`

type Fields = Readonly<Record<string, unknown>>

const textIn = (fields: Fields | undefined, name: string): string | undefined => {
  const value = fields?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The reference of a picture in a field. */
const pictureIn = (fields: Fields | undefined): string | undefined =>
  textIn((fields?.['image'] as { asset?: Fields } | undefined)?.asset, '_ref')

/** What search engines and shared links show of a document as it is in the form, with the site settings (SITE-20). Pure. */
export function shownOutside(document: Fields, settings: Fields) {
  const sharing = document['sharing'] as Fields | undefined
  const isHome = document['_type'] === 'homePage'
  const title = isHome ? textIn(settings, 'homeTitle') : textIn(document, 'title')
  const description = isHome ? textIn(settings, 'homeDescription') : textIn(document, 'description')
  const words = (text = '') => withValuesOf(text, settings)
  const shared = words(textIn(sharing, 'title') ?? title)
  return {
    /** As the title of a shared link. */
    title: shared,
    searchTitle: searchTitle(shared, textIn(settings, 'charityName') ?? ''),
    description: words(textIn(sharing, 'description') ?? description),
    path: documentPath(String(document['_type']), document) ?? '/',
    /** The id of the picture; undefined: that of the charity. An article's own is only on its page. */
    picture:
      pictureIn(sharing) ??
      (['newsArticle', 'patientStory'].includes(String(document['_type']))
        ? pictureIn(document)
        : undefined),
    isHidden: sharing?.['hidden'] === true,
  }
}
