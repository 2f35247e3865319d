import { describe, expect, test } from 'vitest'
import { neighboursOf, sortNews } from '#content/rules/news.ts'
import { relatedTo } from '#content/rules/related.ts'

const described = (slug: string, title: string, description?: string) => ({
  slug,
  title,
  description,
})

const ENTRIES = [
  described('mri', 'MRI scans before a biopsy', 'Our answer to an article.'),
  described('biopsy', 'What a biopsy is', undefined),
  described('walk', 'A walk for the lifeboat', 'Ninety walkers.'),
  described('answer', 'An answer about scans', 'MRI and ultrasound.'),
  described('hall', 'The hall is full', undefined),
  described('choir', 'A choir sings', undefined),
  described('quiz', 'A quiz night', undefined),
  described('lodge', 'A lodge invites', undefined),
]

describe('NEWS-06 related entries', () => {
  test('share words, the most alike first, and never the entry itself', () => {
    const [mri] = ENTRIES
    if (mri === undefined) throw new Error('no entry')
    expect(relatedTo(mri, ENTRIES).map(({ slug }) => slug)).toEqual(['answer', 'biopsy'])
  })

  test('an entry that shares nothing has none', () => {
    const quiz = ENTRIES.find(({ slug }) => slug === 'quiz')
    expect(quiz && relatedTo(quiz, ENTRIES)).toEqual([])
  })
})

test('NEWS-06 the newer and the earlier entry are those beside it by date, and the pinned entry is in no row', () => {
  const entry = (publishedOn: string, isPinned = false) => ({ publishedOn, isPinned })
  const list = sortNews([
    entry('2021-01-01', true),
    entry('2020-01-01'),
    entry('2022-01-01'),
    entry('2021-06-01'),
  ])
  const [pinned, newest, middle, oldest] = list
  if (!(pinned && newest && middle && oldest)) throw new Error('no entries')
  expect(neighboursOf(middle, list)).toEqual({ later: newest, earlier: oldest })
  expect(neighboursOf(newest, list)).toEqual({ later: undefined, earlier: middle })
  expect(neighboursOf(pinned, list)).toEqual({ later: undefined, earlier: undefined })
})
