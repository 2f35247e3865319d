import { defineLocaleResourceBundle } from 'sanity'

const TITLE = 'This file was not taken'
const PICTURE = 'A picture must be a JPEG, PNG, WebP, AVIF or GIF of at most 20 MB.'
const FILE = 'A file may have at most 60 MB.'

/** Sanity's own words send an editor to the browser's console; ours say what may be uploaded (`local/lake/assets/upload.ts`). */
export const words = [
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
