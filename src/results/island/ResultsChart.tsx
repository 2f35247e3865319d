import { formatShortDate } from '#core/rules/time.ts'
import type { ChartLine, ChartPoint } from '#results/rules/result-history.ts'
import { HISTORY_CHART_NOTE, HISTORY_TITLE } from '#results/texts/results.ts'

/** The area of the points, in percent of the width and in rem of the height. */
const LEFT = 8
const WIDTH = 84
const TOP = 1.5
const HEIGHT = 9

const x = ({ left }: ChartPoint) => `${LEFT + (left * WIDTH) / 100}%`
const y = ({ top }: ChartPoint) => `${TOP + (top * HEIGHT) / 100}rem`
const isEdge = (index: number, points: readonly ChartPoint[]) =>
  index === 0 || index === points.length - 1

/** The values of one unit as a line: decoration beside the table, which has the same figures (RES-06). */
export function ResultsChart({ line, id }: { line: ChartLine; id: string }) {
  const { unit, points } = line
  const title = `${HISTORY_TITLE}, ${unit}`
  const text = points.map(({ takenOn, value }) => `${formatShortDate(takenOn)}: ${value} ${unit}`)
  return (
    <figure className="bars">
      <figcaption className="bars__title">{unit}</figcaption>
      <svg
        className="bars__drawing"
        width="100%"
        height={`${TOP + HEIGHT + 2}rem`}
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{`${HISTORY_CHART_NOTE} ${text.join('. ')}`}</desc>
        <line
          className="trend__ground"
          x1={`${LEFT}%`}
          x2={`${LEFT + WIDTH}%`}
          y1={`${TOP + HEIGHT}rem`}
          y2={`${TOP + HEIGHT}rem`}
        />
        {points.slice(1).map((point, index) => {
          const from = points[index] ?? point
          return (
            <line
              key={point.id}
              className="trend__line"
              x1={x(from)}
              y1={y(from)}
              x2={x(point)}
              y2={y(point)}
            />
          )
        })}
        {points.map((point, index) => (
          <Point key={point.id} point={point} isDated={isEdge(index, points)} />
        ))}
      </svg>
    </figure>
  )
}

/** A value; the first and the last have their year below them. */
function Point({ point, isDated }: { point: ChartPoint; isDated: boolean }) {
  return (
    <g>
      <circle
        className={point.isBound ? 'trend__point trend__point--bound' : 'trend__point'}
        cx={x(point)}
        cy={y(point)}
        r="6"
      />
      <text
        className="bars__value"
        x={x(point)}
        y={`${TOP + (point.top * HEIGHT) / 100 - 0.75}rem`}
        textAnchor="middle"
      >
        {point.value}
      </text>
      {isDated && (
        <text
          className="bars__label"
          x={x(point)}
          y={`${TOP + HEIGHT + 1.5}rem`}
          textAnchor="middle"
        >
          {point.takenOn.slice(0, 4)}
        </text>
      )}
    </g>
  )
}
