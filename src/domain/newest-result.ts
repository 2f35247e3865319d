/** A result as far as its age is concerned: London day and time of its sample. */
type DatedResult = {
  readonly result_id: string
  readonly sample_date: string
  readonly sample_time: string
  readonly released_at: string
}

const ageOf = ({ sample_date: day, sample_time: time, released_at: released }: DatedResult) =>
  `${day} ${time} ${released}`

/**
 * The id of the result with the newest sample: it alone says what to do next (RES-02). The sample decides, not the release, because
 * an old result can be corrected late. While it is withheld, no other takes its place: the advice of an earlier result could
 * reassure a patient whose newest result is being checked.
 */
export function newestResult(results: readonly DatedResult[]): string | undefined {
  return results.reduce<DatedResult | undefined>(
    (newest, one) => (newest === undefined || ageOf(one) > ageOf(newest) ? one : newest),
    undefined,
  )?.result_id
}
