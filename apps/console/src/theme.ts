// The colours, sizes and spacing of the console.
import { Alert, Badge, createTheme, type CSSVariablesResolver, type MantineColorsTuple, Modal, Notification } from '@mantine/core';
import { words } from './words/words.js';

const closeButtonProps = { 'aria-label': words.shared.close };

/** Links, buttons and chosen items. */
const cobalt: MantineColorsTuple = [
  '#eef3ff',
  '#dce5fd',
  '#b9c9f9',
  '#92abf4',
  '#7291f0',
  '#5777ea',
  '#3f60dd',
  '#2f4fc4',
  '#26419f',
  '#1b2f75',
];

/** Greys with a little blue, like the ink. */
const gray: MantineColorsTuple = [
  '#f6f7fb',
  '#edf0f6',
  '#e0e5ee',
  '#ccd3e0',
  '#b0bacb',
  '#8994a9',
  '#647089',
  '#475268',
  '#303a4e',
  '#1a2234',
];

/** Surfaces and texts of the dark look, in ink instead of grey. */
const dark: MantineColorsTuple = [
  '#e7ebf5',
  '#b6c0d6',
  '#8f9bb6',
  '#66728f',
  '#333f5f',
  '#28324e',
  '#1d2640',
  '#141b31',
  '#0d1325',
  '#080c19',
];

export const theme = createTheme({
  colors: { cobalt, gray, dark },
  primaryColor: 'cobalt',
  primaryShade: { light: 7, dark: 6 },
  black: '#141b31',
  defaultRadius: 'md',
  fontFamily: '"Figtree Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.875rem', lineHeight: '1.25' },
      h2: { fontSize: '1.5rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.35' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.45' },
      h5: { fontSize: '1rem', lineHeight: '1.5' },
      h6: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  autoContrast: true,
  cursorType: 'pointer',
  components: {
    // code inside scrolls instead of widening the alert
    Alert: Alert.extend({ styles: { body: { minWidth: 0 } } }),
    Badge: Badge.extend({ defaultProps: { radius: 'sm', tt: 'none', fw: 600 } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
  },
});

/** The library's own greys for small texts and some of its colours for badges have too little contrast (WCAG 1.4.3). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--page-background': colors.gray[0],
    '--mantine-color-default-border': colors.gray[3],
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-teal-light-color': '#056048',
    '--mantine-color-green-light-color': '#1f6b2e',
    '--mantine-color-yellow-light-color': '#7a4100',
    '--mantine-color-orange-light-color': '#963a00',
  },
  dark: {
    '--page-background': colors.dark[8],
    '--mantine-color-cobalt-light': '#223058',
    '--mantine-color-cobalt-light-hover': '#2a3a69',
    '--mantine-color-cobalt-light-color': colors.cobalt![1],
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[4],
    // the usual shade is too dim on a row under the mouse
    '--mantine-color-anchor': colors.cobalt![3],
  },
});
