const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Files that a browser shows or saves without running them, by extension: others could run as a page of this site. */
export const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['doc', 'application/msword'],
  ['docx', `${OFFICE}.wordprocessingml.document`],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', `${OFFICE}.spreadsheetml.sheet`],
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', `${OFFICE}.presentationml.presentation`],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mp3', 'audio/mpeg'],
  ['vtt', 'text/vtt'],
  ['ics', 'text/calendar'],
  ['zip', 'application/zip'],
])
