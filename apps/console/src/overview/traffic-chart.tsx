import { Box, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { TextLink } from '../shared/links.js';
import { percentText, toTrafficBars, totalOf, type TrafficBar, wholeOf } from '../statistics/traffic.js';
import { durationText } from '../times/time.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { words } from '../words/words.js';
import { Legend, PARTS } from './bars.js';
import { barLabel, type Range, RANGES } from './ranges.js';
import classes from './traffic-chart.module.css';

const text = words.overview;

interface Props {
  readonly view: Schemas['Statistics'] | undefined;
  readonly range: Range;
  readonly timeZone: string;
}

/** Traffic, success and p95 of the account over the chosen range. A bar leads to the deliveries created in its time. */
export function TrafficChart({ view, range, timeZone }: Props) {
  const navigate = useNavigate({ from: '/' });
  return (
    <Paper component="section" aria-label={text.traffic} withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4">
            {text.traffic}
          </Title>
          <Group gap="sm">
            <ZoneSwitch />
            <SegmentedControl
              size="xs"
              aria-label={text.range}
              value={range}
              onChange={(next) => void navigate({ search: (before) => ({ ...before, range: next }), replace: true, resetScroll: false })}
              data={RANGES.map((value) => ({ value, label: text.ranges[value] }))}
            />
          </Group>
        </Group>
        {view ? <Bars view={view} timeZone={timeZone} /> : <Box h={HEIGHT_PX} />}
      </Stack>
    </Paper>
  );
}

/** The height of the chart and its lines, so that nothing moves when the numbers are loaded. */
const HEIGHT_PX = 230;

function Bars({ view, timeZone }: { readonly view: Schemas['Statistics']; readonly timeZone: string }) {
  const [at, setAt] = useState<number>();
  const bars = toTrafficBars(view);
  const label = barLabel(view.interval, timeZone);
  const pointed = at === undefined ? undefined : bars[at];
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" className={classes.numbers}>
          {pointed ? label(pointed.from) : `${label(view.from)} – ${label(bars.at(-1)?.from ?? view.from)}`}:{' '}
          <Numbers bar={pointed ?? wholeOf(bars)} />
        </Text>
        <Legend />
      </Group>
      <Lanes bars={bars} label={label} at={at ?? bars.length - 1} onPoint={setAt} />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {text.zone(timeZone)}. {text.chartHint}
        </Text>
        <TextLink to="/deliveries" search={{ from: view.from, to: view.to }} size="xs">
          {text.allOfRange}
        </TextLink>
      </Group>
    </>
  );
}

const p95Text = (p95Ms: number | undefined): string => (p95Ms === undefined ? '–' : durationText(p95Ms));

function Numbers({ bar }: { readonly bar: Omit<TrafficBar, 'from' | 'to'> }) {
  return (
    <>
      {bar.delivered.toLocaleString('en')} {text.parts.delivered.toLowerCase()} · {percentText(bar.success)}{' '}
      {text.lanes.success.toLowerCase()} · {text.lanes.p95} {p95Text(bar.p95Ms)}
    </>
  );
}

function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const next = key === 'ArrowRight' ? currentTarget.nextElementSibling : key === 'ArrowLeft' ? currentTarget.previousElementSibling : null;
  if (next instanceof HTMLElement) next.focus();
}

interface LanesProps {
  readonly bars: readonly TrafficBar[];
  readonly label: (from: string) => string;
  /** The bar that Tab stops at. */
  readonly at: number;
  readonly onPoint: (at: number | undefined) => void;
}

/** Tab stops once and the arrow keys move from bar to bar: sixty stops would be in the way. */
function Lanes({ bars, label, at, onPoint }: LanesProps) {
  const most = Math.max(1, ...bars.map(totalOf));
  const slowest = Math.max(1, ...bars.map(({ p95Ms }) => p95Ms ?? 0));
  return (
    <div className={classes.frame}>
      <div className={classes.names} aria-hidden>
        <span>{most.toLocaleString('en')}</span>
        <span>{text.lanes.success}</span>
        <span>
          {text.lanes.p95}, {p95Text(slowest)}
        </span>
      </div>
      <div className={classes.lanes} role="group" aria-label={text.traffic}>
        {bars.map((bar, place) => (
          <TextLink
            key={bar.from}
            className={classes.bar}
            underline="never"
            to="/deliveries"
            search={{ from: bar.from, to: bar.to }}
            tabIndex={place === at ? 0 : -1}
            aria-label={text.bucket(label(bar.from), bar, p95Text(bar.p95Ms))}
            onFocus={() => onPoint(place)}
            onBlur={() => onPoint(undefined)}
            onMouseEnter={() => onPoint(place)}
            onMouseLeave={() => onPoint(undefined)}
            onKeyDown={moveFocus}
          >
            <span className={classes.traffic}>
              {PARTS.filter((part) => bar[part] > 0).map((part) => (
                <span key={part} data-part={part} style={{ height: `${(bar[part] / most) * 100}%` }} />
              ))}
            </span>
            <span className={classes.success}>
              <span data-success={successOf(bar)} />
            </span>
            <span className={classes.p95}>
              <span style={{ height: `${((bar.p95Ms ?? 0) / slowest) * 100}%` }} />
            </span>
          </TextLink>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        {[0, Math.floor(bars.length / 2), bars.length - 1].map((place) => (
          <span key={place}>{bars[place] && label(bars[place].from)}</span>
        ))}
      </div>
    </div>
  );
}

const ALL = 0.99;
const MOST = 0.9;

function successOf({ success }: TrafficBar): 'none' | 'all' | 'most' | 'few' {
  if (success === undefined) return 'none';
  return success >= ALL ? 'all' : success >= MOST ? 'most' : 'few';
}
