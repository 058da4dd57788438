import { words } from '../words/words.js';
import classes from './bars.module.css';
import { type Counts, type HourBar, sumOf, totalOf } from './hour-bars.js';

const PARTS = ['failed', 'retried', 'delivered'] as const;

const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** 24 hours of a receiver, each stacked: delivered, retried, failed. The height is of its own busiest hour. */
export function HourBars({ bars }: { readonly bars: readonly HourBar[] }) {
  const most = Math.max(1, ...bars.map(totalOf));
  return (
    <div className={classes.bars} role="img" aria-label={words.overview.barsSummary(sumOf(bars))}>
      {bars.map((bar) => (
        <div key={bar.fromMs} className={classes.hour} title={words.overview.barTitle(HOUR.format(bar.fromMs), bar)}>
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

/** Where hours are not known: one bar for the whole day. */
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
