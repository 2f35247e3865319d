import { defineLocaleResourceBundle } from 'sanity'
import { imageFormatNames, MAX_UPLOAD_BYTES } from '../shared/uploads.ts'

const TITLE = 'This file was not accepted'
const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`
const PICTURE = `A picture must be a ${imageFormatNames('disjunction')} of at most ${megabytes(MAX_UPLOAD_BYTES.images)}.`
const FILE = `A file may have at most ${megabytes(MAX_UPLOAD_BYTES.files)}.`

/** Replaces Sanity's messages, which refer editors to the browser's console, by the limits of uploads. */
export const uploadMessages = [
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'studio',
    resources: {
      'asset-sources.common.uploader.upload-failed.title': TITLE,
      'asset-sources.common.uploader.upload-failed.description': `${PICTURE} ${FILE}`,
      'inputs.image.upload-error.title': TITLE,
      'inputs.image.upload-error.description': PICTURE,
      'inputs.file.upload-failed.title': TITLE,
      'inputs.file.upload-failed.description': FILE,
    },
  }),
]
