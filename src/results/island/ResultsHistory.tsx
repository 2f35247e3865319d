import { formatShortDate } from '#core/rules/time.ts'
import { ResultsChart } from '#results/island/ResultsChart.tsx'
import { LightTag } from '#results/island/ResultsMeaning.tsx'
import { chartLines } from '#results/rules/result-history.ts'
import type { ResultItem } from '#results/store/results.ts'
import { HISTORY_TITLE, RESULT_LABELS } from '#results/texts/results.ts'

/** An area that scrolls sideways must be reachable by keyboard. */
const REACHABLE = { tabIndex: 0 }

/** Every shown value by the day of its sample, as table and as one line per unit (RES-06). Nothing below two values. */
export function ResultsHistory({ items }: { items: readonly ResultItem[] }) {
  const rows = items
    .flatMap(({ result }) => (result?.test_result == null ? [] : [result]))
    .map((result) => ({
      id: result.result_id,
      takenOn: result.sample_date,
      value: result.test_result ?? '',
      unit: result.test_unit ?? '',
      light: result.light,
      laboratory: result.laboratory,
    }))
    .sort((one, other) => (one.takenOn < other.takenOn ? -1 : 1))
  if (rows.length < 2) return null
  return (
    <div className="stack">
      <h2 id="history">{HISTORY_TITLE}</h2>
      <section className="table-scroll" aria-labelledby="history" {...REACHABLE}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">
                {RESULT_LABELS.taken}, {RESULT_LABELS.laboratory.toLowerCase()}
              </th>
              <th scope="col">{RESULT_LABELS.value}</th>
              <th scope="col">{RESULT_LABELS.light}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <span className="tabular">{formatShortDate(row.takenOn)}</span>
                  <span className="table__note">{row.laboratory}</span>
                </th>
                <td className="tabular" translate="no">
                  {`${row.value} ${row.unit}`.trim()}
                </td>
                <td>{row.light !== null && <LightTag light={row.light} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {chartLines(rows).map((line, index) => (
        <ResultsChart key={line.unit} line={line} id={`history-${index}`} />
      ))}
    </div>
  )
}
