import {
  CORRECTED,
  CORRECTED_TEXT,
  EARLIER,
  EARLIER_TEXT,
  NO_RESULT,
  NOT_LINKED,
  RESULT_LABELS,
  RESULT_READY,
  WAITING_TEXT,
  WITHHELD_TEXT,
} from '#domain/texts/results.ts'
import { formatLongDate, formatShortDate, londonDate } from '#domain/time.ts'
import { Telephone } from '#islands/booking/Telephone.tsx'
import { ResultsActions } from '#islands/portal/ResultsActions.tsx'
import { LightTag, ResultsMeaning, type ShownText } from '#islands/portal/ResultsMeaning.tsx'
import { SummaryRow } from '#islands/ui/SummaryRow.tsx'
import type { ResultItem, ResultOnWire } from '#stores/portal/results.ts'

type Props = {
  /** For the name of the card. */
  headingId: string
  item: ResultItem
  /** A shown result that is not the newest one: it no longer says what to do next (RES-02). */
  isEarlier: boolean
  profileId: number
  texts: readonly ShownText[]
  medicalPhone: string
}

/** An appointment, a result, or both (RES-01). */
export function ResultsCard({ item, headingId, isEarlier, ...props }: Props) {
  const { appointment, result } = item
  const isReady = result !== null && result.test_result !== null
  return (
    <>
      <h2 className="card__title" id={headingId}>
        {appointment?.event_name ?? NOT_LINKED}
      </h2>
      <p className="cluster">
        <span className={isReady ? 'tag tag--navy' : 'tag'}>
          {isReady ? RESULT_READY : NO_RESULT}
        </span>
        {isReady && result.corrected && <span className="tag">{CORRECTED}</span>}
        {isEarlier && <span className="tag">{EARLIER}</span>}
      </p>
      {isEarlier && <p>{EARLIER_TEXT}</p>}
      {isReady && result.corrected && <p>{CORRECTED_TEXT}</p>}
      <dl className="summary">
        <AppointmentRows appointment={appointment} />
        {result !== null && <ResultRows result={result} isEarlier={isEarlier} />}
      </dl>
      {result === null && <p>{WAITING_TEXT}</p>}
      {result?.state === 'withheld' && (
        <p>
          {WITHHELD_TEXT} <Telephone number={props.medicalPhone} />
        </p>
      )}
      {isReady && <Released {...props} item={item} result={result} isEarlier={isEarlier} />}
    </>
  )
}

function AppointmentRows({ appointment }: Pick<ResultItem, 'appointment'>) {
  if (appointment === null) return null
  return (
    <>
      <SummaryRow label={RESULT_LABELS.test}>{appointment.product_name}</SummaryRow>
      <SummaryRow label={RESULT_LABELS.eventDate}>
        <time className="tabular" dateTime={appointment.event_date}>
          {formatShortDate(appointment.event_date)}
        </time>
      </SummaryRow>
    </>
  )
}

function ResultRows({ result, isEarlier }: { result: ResultOnWire; isEarlier: boolean }) {
  const { test_result: value, test_unit: unit, comments, retest_on: retestOn } = result
  const releasedOn = londonDate(new Date(result.released_at))
  return (
    <>
      {value !== null && (
        <SummaryRow label={RESULT_LABELS.value}>
          <strong className="result-value tabular">{`${value} ${unit ?? ''}`.trim()}</strong>
        </SummaryRow>
      )}
      {isEarlier && result.light !== null && (
        <SummaryRow label={RESULT_LABELS.light}>
          <LightTag light={result.light} />
        </SummaryRow>
      )}
      <SummaryRow label={RESULT_LABELS.taken}>
        <time className="tabular" dateTime={`${result.sample_date}T${result.sample_time}`}>
          {formatShortDate(result.sample_date)}, {result.sample_time}
        </time>
      </SummaryRow>
      <SummaryRow label={RESULT_LABELS.laboratory}>{result.laboratory}</SummaryRow>
      {value !== null && (
        <SummaryRow label={RESULT_LABELS.released}>
          <time className="tabular" dateTime={releasedOn}>
            {formatShortDate(releasedOn)}
          </time>
        </SummaryRow>
      )}
      {retestOn !== null && !isEarlier && (
        <SummaryRow label={RESULT_LABELS.retest}>
          <time dateTime={retestOn}>{formatLongDate(retestOn)}</time>
        </SummaryRow>
      )}
      {comments !== null && <SummaryRow label={RESULT_LABELS.comments}>{comments}</SummaryRow>}
    </>
  )
}

/** The colour, when staff have stored one (RES-02), and the buttons. */
function Released({
  profileId,
  texts,
  item,
  result,
  isEarlier,
}: Omit<Props, 'headingId'> & { result: ResultOnWire }) {
  const text = texts.find(
    ({ light, riskGroup }) => light === result.light && riskGroup === result.risk_group,
  )
  const name = item.appointment?.event_name ?? NOT_LINKED
  const what = `${name}, ${formatShortDate(result.sample_date)}`
  return (
    <>
      {text && !isEarlier && <ResultsMeaning text={text} />}
      <ResultsActions profileId={profileId} result={result} what={what} />
    </>
  )
}
