import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { formatLongDate, formatShortDate, londonDate } from '#core/rules/time.ts'
import { ResultsActions } from '#results/island/ResultsActions.tsx'
import {
  LightTag,
  ResultsColour,
  ResultsMeaning,
  type ShownText,
} from '#results/island/ResultsMeaning.tsx'
import type { ResultItem, ResultOnWire } from '#results/store/results.ts'
import {
  ARRANGED_TEXT,
  BOOK_NEXT,
  BOOK_REPEAT,
  CORRECTED,
  CORRECTED_TEXT,
  EARLIER,
  EARLIER_TEXTS,
  LETTER_LABELS,
  NO_RESULT,
  NOT_LINKED,
  RESULT_LABELS,
  RESULT_READY,
  WAITING_TEXTS,
  WITHHELD_TEXT,
  wasDue,
} from '#results/texts/results.ts'

type Props = {
  /** For the name of the card. */
  headingId: string
  item: ResultItem
  profileId: number
  texts: readonly ShownText[]
  medicalPhone: string
}

/** An appointment, a result, or both (RES-01): what may be said first, then the facts. */
export function ResultsCard({ item, headingId, profileId, texts, medicalPhone }: Props) {
  const { appointment, result } = item
  const isReady = result !== null && result.says !== 'withheld'
  const isEarlier = isReady && result.says !== 'all'
  const text = texts.find(
    ({ light, riskGroup }) =>
      result?.says === 'all' && light === result.light && riskGroup === result.risk_group,
  )
  const name = appointment?.event_name ?? NOT_LINKED
  return (
    <>
      <h2 className="card__title" id={headingId}>
        {name}
      </h2>
      <p className="cluster">
        <span className={isReady ? 'tag tag--navy' : 'tag'}>
          {isReady ? RESULT_READY : NO_RESULT}
        </span>
        {isReady && result.corrected && <span className="tag">{CORRECTED}</span>}
        {isEarlier && <span className="tag">{EARLIER}</span>}
        {isEarlier && result.light !== null && <LightTag light={result.light} />}
      </p>
      <Sentence {...{ item, medicalPhone }} />
      {isReady && result.corrected && <p>{CORRECTED_TEXT}</p>}
      {text && <ResultsColour text={text} />}
      <dl className="summary">
        <AppointmentRows {...{ appointment, result }} />
        {result !== null && <ResultRows result={result} />}
      </dl>
      {text && <ResultsMeaning text={text} />}
      {isReady && (
        <ResultsActions
          {...{ profileId, result }}
          what={`${name}, ${formatShortDate(result.sample_date)}`}
        />
      )}
    </>
  )
}

/** What is said instead of advice: of a test without a result, a withheld or an earlier one. */
function Sentence({
  item: { result, waiting },
  medicalPhone,
}: Pick<Props, 'item' | 'medicalPhone'>) {
  if (result?.says === 'all') return null
  if (result?.says === 'earlier') return <p>{EARLIER_TEXTS.earlier}</p>
  if (result === null && waiting === 'spoiled') return <Spoiled />
  if (result === null && waiting !== 'late') return <p>{waiting && WAITING_TEXTS[waiting]}</p>
  const isEarlier = result?.says === 'earlier-ask'
  const hidden = isEarlier ? EARLIER_TEXTS['earlier-ask'] : WITHHELD_TEXT
  return (
    <p>
      <span>{result === null ? WAITING_TEXTS.late : hidden}</span>{' '}
      <Telephone number={medicalPhone} />
    </p>
  )
}

function Spoiled() {
  return (
    <>
      <p>{WAITING_TEXTS.spoiled}</p>
      <p>
        <a href="/events">{BOOK_REPEAT}</a>
      </p>
    </>
  )
}

function AppointmentRows({ appointment, result }: Omit<ResultItem, 'waiting'>) {
  const test = result?.test ?? appointment?.product_name
  return (
    <>
      {test !== undefined && <SummaryRow label={RESULT_LABELS.test}>{test}</SummaryRow>}
      {appointment !== null && (
        <SummaryRow label={RESULT_LABELS.eventDate}>
          <time className="tabular" dateTime={appointment.event_date}>
            {formatShortDate(appointment.event_date)}
          </time>
        </SummaryRow>
      )}
      {result?.reference != null && (
        <SummaryRow label={LETTER_LABELS.reference} isVerbatim>
          {result.reference}
        </SummaryRow>
      )}
    </>
  )
}

function ResultRows({ result }: { result: ResultOnWire }) {
  const { test_result: value, test_unit: unit, comments } = result
  const releasedOn = londonDate(new Date(result.released_at))
  return (
    <>
      {value !== null && (
        <SummaryRow label={RESULT_LABELS.value} isVerbatim>
          <strong className="result-value tabular">{`${value} ${unit ?? ''}`.trim()}</strong>
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
      <NextTest result={result} />
      {comments !== null && <SummaryRow label={RESULT_LABELS.comments}>{comments}</SummaryRow>}
    </>
  )
}

function NextTest({ result }: { result: ResultOnWire }) {
  const { retest_on: retestOn, retest_state: state } = result
  if (retestOn === null) return null
  const day = <time dateTime={retestOn}>{formatLongDate(retestOn)}</time>
  return (
    <SummaryRow label={RESULT_LABELS.retest}>
      {state === 'to-come' && <span>{day}</span>}
      {state === 'arranged' && (
        <span>
          {day}. {ARRANGED_TEXT}
        </span>
      )}
      {state === 'due' && (
        <span>
          {wasDue(formatLongDate(retestOn))} <a href="/book-event-main">{BOOK_NEXT}</a>.
        </span>
      )}
    </SummaryRow>
  )
}
