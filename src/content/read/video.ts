import type { STORIES_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { FILE_PROJECTION, fileOf } from '#content/read/files.ts'

/** A video with captions, served by this site, and its transcript. */
export type Video = {
  title: string
  src: string
  mimeType: string
  captions: string
  poster: Figure
  transcript: string[]
}

/** The fields that `videoOf` reads, inside a projection of a field of the type `video`. */
export const VIDEO_FIELDS = `title,
  "file": file${FILE_PROJECTION}, "captions": captions${FILE_PROJECTION},
  "poster": poster${FIGURE_PROJECTION}, "transcript": transcript[]{"text": pt::text(@)}` as const

type VideoNode = Extract<Readable<STORIES_RESULT>[number]['article'][number], { _type: 'video' }>
type VideoPart = Omit<VideoNode, '_key' | '_type'>

export function videoOf(content: Content<VideoPart>): Video {
  const file = fileOf(content.part('file'))
  return {
    title: content.text('title'),
    src: file.href,
    mimeType: file.mimeType,
    captions: fileOf(content.part('captions')).href,
    poster: figureOf(content.part('poster'), 16 / 9),
    transcript: content.optionalParts('transcript').map((paragraph) => paragraph.text('text')),
  }
}
