// Two small charts. A chart library alone would be larger than everything else that a view may load.
import type { ReactNode } from 'react';
import { labelPlaces, niceMax, segmentsOf } from './chart-scale.js';
import classes from './charts.module.css';

export interface Series<Row> {
  readonly label: string;
  /** The colour as CSS writes it. */
  readonly color: string;
  /** null = nothing is known. */
  readonly value: (row: Row) => number | null;
}

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly series: readonly Series<Row>[];
  /** The label of a row on the axis. */
  readonly at: (row: Row) => string;
  readonly format: (value: number) => string;
}

const MOST_LABELS = 6;

const placed = <Row,>(rows: readonly Row[]): { readonly row: Row; readonly place: number }[] => rows.map((row, place) => ({ row, place }));

/** Screen readers skip the chart: the component that draws it says the same in a sentence. */
export function ColumnChart<Row>(props: Props<Row>) {
  const { rows, series } = props;
  const max = niceMax(Math.max(0, ...rows.map((row) => series.reduce((sum, { value }) => sum + (value(row) ?? 0), 0))));
  return (
    <Frame {...props} max={max}>
      {placed(rows).map(({ row, place }) => (
        <Column key={place} {...props} row={row}>
          {series.toReversed().map(({ label, color, value }) => (
            <span key={label} style={{ height: `${((value(row) ?? 0) / max) * 100}%`, background: color }} />
          ))}
        </Column>
      ))}
    </Frame>
  );
}

export function LineChart<Row>(props: Props<Row>) {
  const { rows, series } = props;
  const max = niceMax(Math.max(0, ...rows.flatMap((row) => series.map(({ value }) => value(row) ?? 0))));
  const path = ({ value }: Series<Row>): string =>
    segmentsOf(rows.map(value))
      .map((points) => `M${points.map((point) => `${point.place + 0.5} ${max - point.value}`).join('L')}h0.001`)
      .join('');
  return (
    <Frame {...props} max={max}>
      <svg viewBox={`0 0 ${rows.length} ${max}`} preserveAspectRatio="none">
        {series.map((each) => (
          <path key={each.label} d={path(each)} stroke={each.color} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      {placed(rows).map(({ row, place }) => (
        <Column key={place} {...props} row={row} />
      ))}
    </Frame>
  );
}

function Column<Row>({ row, series, at, format, children }: Props<Row> & { readonly row: Row; readonly children?: ReactNode }) {
  const numbers = series.map(({ label, value }) => {
    const number = value(row);
    return `${label}: ${number === null ? '–' : format(number)}`;
  });
  return (
    <span className={classes.column} title={[at(row), ...numbers].join('\n')}>
      {children}
    </span>
  );
}

interface FrameProps<Row> extends Props<Row> {
  readonly max: number;
  readonly children: ReactNode;
}

function Frame<Row>({ rows, series, at, format, max, children }: FrameProps<Row>) {
  return (
    <div aria-hidden>
      <div className={classes.legend}>
        {series.map(({ label, color }) => (
          <span key={label}>
            <span className={classes.swatch} style={{ background: color }} />
            {label}
          </span>
        ))}
      </div>
      <div className={classes.frame}>
        <div className={classes.scale}>
          <span>{format(max)}</span>
          <span>{format(max / 2)}</span>
          <span>0</span>
        </div>
        <div className={classes.plot}>{children}</div>
        <div className={classes.labels}>
          {labelPlaces(rows.length, MOST_LABELS).map((place) => (
            <span key={place} style={{ left: `${(place / rows.length) * 100}%` }}>
              {at(rows[place]!)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
