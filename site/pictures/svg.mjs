// What all pictures share: colours, font and the frame of the file.

/** The colours of a light page. Each has a counterpart on a dark page. */
export const INK = '#1f2328';
export const QUIET = '#59636e';
export const LINE = '#7d8590';
export const BLUE = '#2f6fb3';
export const ORANGE = '#c2410c';

const ON_DARK = { [INK]: '#e6edf3', [QUIET]: '#9aa4af', [LINE]: '#8c959f', [BLUE]: '#4c9aff', [ORANGE]: '#fb923c' };

/** An <img> follows the colour scheme of its page only by a media query inside the file. There is no background, so the page's own shows. */
const STYLE = `
  text { font-family: system-ui, sans-serif; }
  .node text { font-weight: 600; }
  .node text ~ text { font-weight: 400; font-size: 13px; fill-opacity: 0.8; }
  @media (prefers-color-scheme: dark) {
${Object.entries(ON_DARK)
  .map(([light, dark]) => `    [fill="${light}"] { fill: ${dark}; } [stroke="${light}"] { stroke: ${dark}; }`)
  .join('\n')}
  }`;

export const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Makes a file of the elements in `body`. */
export const toFile = ({ title, width, height, body }) => `<!-- Drawn by site/pictures/draw.mjs -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>${STYLE}
</style>
${body}
</svg>
`;

export function text(words, { x, y, size = 14, fill = INK, anchor = 'start', bold = false }) {
  const weight = bold ? ' font-weight="600"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${weight}>${escape(words)}</text>`;
}
