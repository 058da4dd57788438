// Draws a graph in the language of Graphviz as one SVG file.
import { instance } from '@viz-js/viz';
import { toFile } from './svg.mjs';

const viz = await instance();

/** @param numbers values for the `{names}` in the graph */
export function drawGraph({ dot, title, numbers }) {
  const filled = dot.replaceAll(/\{(\w+)\}/g, (name, key) => numbers[key] ?? name);
  const svg = viz.renderString(filled, { format: 'svg' });
  const [, width, height] = /viewBox="0\.00 0\.00 ([\d.]+) ([\d.]+)"/.exec(svg);
  const [drawing] = /<g id="graph0"[^]*<\/g>/.exec(svg);
  // Comments and titles name the nodes of the graph, which readers do not know. The file itself has a title.
  const body = drawing.replaceAll(/<!--[^]*?-->\n|<title>[^]*?<\/title>\n/g, '');
  return toFile({ title, width: Math.ceil(width), height: Math.ceil(height), body });
}
