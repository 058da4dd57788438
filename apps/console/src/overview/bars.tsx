import { words } from '../words/words.js';
import classes from './bars.module.css';
import { type Bar, type Counts, sumOf, totalOf } from '../statistics/traffic.js';

/** From the top down. */
export const PARTS = ['failed', 'retried', 'delivered'] as const;

interface Props {
  readonly bars: readonly Bar[];
  readonly label: (from: string) => string;
}

/** The traffic of a receiver as stacked bars. The receiver's busiest bar has the full height. */
export function SmallBars({ bars, label }: Props) {
  const most = Math.max(1, ...bars.map(totalOf));
  return (
    <div className={classes.bars} role="img" aria-label={words.overview.barsSummary(sumOf(bars))}>
      {bars.map((bar) => (
        <div key={bar.from} className={classes.hour} title={words.overview.barTitle(label(bar.from), bar)}>
          {totalOf(bar) === 0 ? (
            <div className={classes.none} />
          ) : (
            PARTS.filter((part) => bar[part] > 0).map((part) => (
              <div key={part} className={classes[part]} style={{ height: `${(bar[part] / most) * 100}%` }} />
            ))
          )}
        </div>
      ))}
    </div>
  );
}

/** One bar for the last 24 hours, in place of bars that are not known. */
export function DayBar({ counts }: { readonly counts: Counts }) {
  const summary = words.overview.barsSummary(counts);
  return (
    <div className={classes.day} role="img" aria-label={summary} title={summary}>
      {PARTS.toReversed()
        .filter((part) => counts[part] > 0)
        .map((part) => (
          <div key={part} className={classes[part]} style={{ flexGrow: counts[part] }} />
        ))}
    </div>
  );
}

export function Legend() {
  return (
    <div className={classes.legend}>
      {PARTS.toReversed().map((part) => (
        <span key={part}>
          <span className={`${classes.swatch} ${classes[part]}`} aria-hidden />
          {words.overview.parts[part]}
        </span>
      ))}
    </div>
  );
}
