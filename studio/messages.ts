import type { LocaleResourceBundle } from 'sanity'
import { WRITE_DAY } from '../schemas/times.ts'
import { imageFormatNames, MAX_UPLOAD_BYTES } from '../shared/uploads.ts'

const TITLE = 'This file was not accepted'
const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`
const PICTURE = `A picture must be a ${imageFormatNames('disjunction')} of at most ${megabytes(MAX_UPLOAD_BYTES.images)}. A photograph of an iPhone (HEIC) must be saved as JPEG first: in Photos on a Mac, File, Export; on the iPhone, Settings, Camera, Formats, Most Compatible.`
const FILE = `A file must be one that visitors can download, such as a PDF, of at most ${megabytes(MAX_UPLOAD_BYTES.files)}.`
const OFFLINE = 'If there was no connection, add it again when it is back.'
const WEB_ADDRESS = 'A web address starts with https://, for example https://www.example.org'

/** Texts of the Studio that refer to its program, to the browser's console or to words that staff do not use. */
const STUDIO = {
  'presence.no-one-else-description': 'Here you see which other editors have the Studio open.',
  'asset-sources.common.uploader.upload-failed.title': TITLE,
  'asset-sources.common.uploader.upload-failed.description': `${PICTURE} ${FILE} ${OFFLINE}`,
  'inputs.image.upload-error.title': TITLE,
  'inputs.image.upload-error.description': `${PICTURE} ${OFFLINE}`,
  'inputs.file.upload-failed.title': TITLE,
  'inputs.file.upload-failed.description': `${FILE} ${OFFLINE}`,
}

const VALIDATION = {
  'date.invalid-format': WRITE_DAY,
  'generic.required': 'Fill this in',
  'number.non-integer': 'This must be a whole number',
  'object.reference-not-published': 'The document that is chosen here is not published yet',
  'slug.missing-current': 'Press “Generate” to make the address',
  'slug.not-object': 'Press “Generate” to make the address',
  'slug.not-unique': 'Another document has this address already. Change one of the two',
  'string.regex-does-not-match': 'This has a letter or a character that is not allowed here',
  'string.regex-match': 'This has a letter or a character that is not allowed here',
  'string.url.disallowed-scheme': WEB_ADDRESS,
  'string.url.includes-credentials': 'A web address must not contain a password',
  'string.url.invalid': WEB_ADDRESS,
  'string.url.not-absolute': WEB_ADDRESS,
}

const STRUCTURE = {
  'panes.document-operation-results.error.summary.title':
    'Details for the person who looks after the website',
  'panes.document-operation-results.operation-error':
    'This did not work. Nothing that you typed is lost: wait a moment and try again.',
  'panes.document-operation-results.operation-error_publish':
    'Your Publish was not carried out. Another editor may have published this document at the same moment: then everything is published, your text too. Nothing is lost. If Publish can still be pressed, press it again.',
  'panes.document-operation-results.operation-error_delete':
    'This was not deleted. Another document may use it: remove it there first.',
  'panes.document-operation-results.operation-error_unpublish':
    'This was not unpublished. Another document may use it: remove it there first.',
  'banners.deleted-document-banner.text': 'This document was deleted.',
  'banners.deleted-document-banner.restore-button.text': 'Restore it as a draft',
}

/** Our texts for a locale; they replace Sanity's. */
export const ownMessages = (locale: string): LocaleResourceBundle[] => [
  { locale, namespace: 'studio', resources: STUDIO },
  { locale, namespace: 'validation', resources: VALIDATION },
  { locale, namespace: 'structure', resources: STRUCTURE },
]
