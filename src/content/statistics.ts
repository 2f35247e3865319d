import { defineQuery } from 'groq'
import { fetchContent } from '#content/client.ts'
import { type Content, contentsOf } from '#content/document.ts'
import type { Share, YearFigures } from '#domain/year-figures.ts'

const STATISTICS = defineQuery(`*[_type == "yearStatistics"] | order(year desc){
  _id, year, tests, abnormal, cancers, radicalTreatment, activeSurveillance,
  highRiskNormal, lowRisk, elderlyLowPsa, note
}`)

/**
 * The published figures of every year, newest first (INFO-05). Percentages are those that were published with the
 * numbers and are never worked out again.
 * @throws ContentError naming the year's document and the field that is missing.
 */
export async function listYearFigures(): Promise<YearFigures[]> {
  return contentsOf(await fetchContent(STATISTICS), 'statistics').map(yearFiguresOf)
}

/** The figures in a document of the type `yearStatistics`. */
function yearFiguresOf(document: Content): YearFigures {
  return {
    year: document.number('year'),
    tests: document.number('tests'),
    abnormal: shareOf(document, 'abnormal'),
    cancers: shareOf(document, 'cancers'),
    radicalTreatment: document.number('radicalTreatment'),
    activeSurveillance: document.number('activeSurveillance'),
    highRiskNormal: shareOf(document, 'highRiskNormal'),
    lowRisk: shareOf(document, 'lowRisk'),
    elderlyLowPsa: shareOf(document, 'elderlyLowPsa'),
    note: document.optionalText('note'),
  }
}

function shareOf(document: Content, name: string): Share {
  const share = document.part(name)
  return { count: share.number('count'), percent: share.number('percent') }
}
