import { createTheme, type CSSVariablesResolver, Modal, Notification } from '@mantine/core';
import { words } from './words/words.js';

const closeButtonProps = { 'aria-label': words.shared.close };

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  autoContrast: true,
  cursorType: 'pointer',
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
  },
});

/** The library's own greys for small texts, and some words in badges, have too little contrast (WCAG 1.4.3). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-teal-light-color': '#056048',
    '--mantine-color-green-light-color': '#1f6b2e',
    '--mantine-color-yellow-light-color': '#7a4100',
    '--mantine-color-orange-light-color': '#963a00',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[4],
  },
});
