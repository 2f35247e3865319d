import { defineQuery } from 'groq'
import type { STATISTICS_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { readEach } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import type { Share, YearFigures } from '#content/rules/year-figures.ts'

const STATISTICS =
  defineQuery(`*[_type == "yearStatistics"] | order(year desc, _createdAt asc, _id asc){
  _id, year, tests, abnormal, cancers, radicalTreatment, activeSurveillance,
  highRiskNormal, lowRisk, elderlyLowPsa, note
}`)

/**
 * The published figures of every year, newest first (INFO-05). Percentages are stored as they were published and are
 * never recalculated.
 * @throws ContentError naming the year's document and the field that is missing.
 */
export const listYearFigures = (): Promise<YearFigures[]> =>
  part('yearFigures', async () => {
    const documents = contentsOf(await fetchContent(STATISTICS), 'statistics')
    const years = new Set<number>()
    return readEach('yearStatistics', documents, (document: Content<YearDocument>) => {
      const figures = yearFiguresOf(document)
      if (years.has(figures.year)) throw document.error('year', 'address-taken')
      years.add(figures.year)
      return figures
    })
  })

type YearDocument = Readable<STATISTICS_RESULT>[number]

/** The figures in a document of the type `yearStatistics`. */
function yearFiguresOf(document: Content<YearDocument>): YearFigures {
  return {
    year: document.number('year'),
    tests: document.number('tests'),
    abnormal: shareOf(document.part('abnormal')),
    cancers: shareOf(document.part('cancers')),
    radicalTreatment: document.number('radicalTreatment'),
    activeSurveillance: document.number('activeSurveillance'),
    highRiskNormal: shareOf(document.part('highRiskNormal')),
    lowRisk: shareOf(document.part('lowRisk')),
    elderlyLowPsa: shareOf(document.part('elderlyLowPsa')),
    note: document.optionalText('note'),
  }
}

function shareOf(share: Content<YearDocument['abnormal']>): Share {
  return { count: share.number('count'), percent: share.number('percent') }
}
