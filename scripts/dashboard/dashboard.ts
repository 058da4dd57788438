import {
  LegendDisplayMode,
  LegendPlacement,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
  TooltipDisplayMode,
} from '@grafana/grafana-foundation-sdk/common';
import {
  type Dashboard,
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as NumberPanel } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as LinesPanel } from '@grafana/grafana-foundation-sdk/timeseries';
import { DELIVERY_QUESTIONS } from './delivery-questions.js';
import { MACHINE_QUESTIONS } from './machine-questions.js';
import type { PanelOptions, Series } from './questions.js';
import { WAY_QUESTIONS } from './way-questions.js';

const PROMETHEUS = { type: 'prometheus', uid: '${datasource}' };
/** The width of a panel, in columns of 24. */
const WIDTH = { number: 6, lines: 8 } as const;
const HEIGHT = { number: 4, lines: 8 } as const;

/** Builds the Grafana dashboard. Its order suits a person who was woken by an alert. */
export function buildDashboard(): Dashboard {
  const dashboard = new DashboardBuilder('Parcel-event webhooks')
    .uid('parcel-event-webhooks')
    .description('From a carrier’s scan to a customer’s receiver. Metrics: docs/metrics.md; alerts and what to do: docs/runbooks.md')
    .tags(['parcel-event-webhooks'])
    .time({ from: 'now-3h', to: 'now' })
    .refresh('1m')
    .timezone('utc')
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .withVariable(namespaceVariable());
  for (const { title, panels } of [...WAY_QUESTIONS, ...DELIVERY_QUESTIONS, ...MACHINE_QUESTIONS]) {
    dashboard.withRow(new RowBuilder(title));
    for (const panel of panels) dashboard.withPanel(panel.kind === 'number' ? numberPanel(panel) : linesPanel(panel));
  }
  return dashboard.build();
}

/** Chooses one of several installations in one Prometheus. By default it shows all, including installations without the label. */
const namespaceVariable = (): QueryVariableBuilder =>
  new QueryVariableBuilder('namespace')
    .label('Namespace')
    .datasource(PROMETHEUS)
    .query('label_values(database_up, namespace)')
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .includeAll(true)
    .allValue('.*')
    .current({ text: 'All', value: '$__all' });

function linesPanel(options: PanelOptions): LinesPanel {
  const legend = new VizLegendOptionsBuilder().displayMode(LegendDisplayMode.List).placement(LegendPlacement.Bottom).showLegend(true);
  const panel = new LinesPanel().legend(legend).tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi)).fillOpacity(8);
  return filled(panel, options);
}

const numberPanel = (options: PanelOptions): NumberPanel => filled(new NumberPanel(), options);

function filled<P extends LinesPanel | NumberPanel>(panel: P, { title, description, kind, unit, series }: PanelOptions): P {
  panel.title(title).description(description).datasource(PROMETHEUS).unit(unit).span(WIDTH[kind]).height(HEIGHT[kind]);
  series.forEach((each, index) => panel.withTarget(target(each, String.fromCharCode('A'.charCodeAt(0) + index))));
  return panel;
}

const target = ({ query, legend }: Series, refId: string): DataqueryBuilder =>
  new DataqueryBuilder().datasource(PROMETHEUS).refId(refId).expr(query).legendFormat(legend).range();
