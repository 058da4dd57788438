import { expect, it } from '@jest/globals';
import { spreadsheetFormat } from './spreadsheet.js';

it.each([
  ['de-AT', 'semicolon'],
  ['fr', 'semicolon'],
  ['en-GB', 'comma'],
  ['de-CH', 'comma'],
])('a spreadsheet in %s splits at a %s', (language, separator) => {
  expect(spreadsheetFormat(language)).toEqual({ for: 'spreadsheet', separator });
});
