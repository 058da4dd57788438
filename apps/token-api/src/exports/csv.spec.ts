import { describe, expect, it } from '@jest/globals';
import { type Cell, toCsvLine } from './csv.js';

describe('a line of CSV', () => {
  it.each<[Cell[], string]>([
    [['a', 1, true, null, undefined, new Date('2026-03-29T10:00:00Z')], 'a,1,true,,,2026-03-29T10:00:00.000Z\r\n'],
    [['a,b', 'say "hi"', 'two\nlines', 'Müller 📦'], '"a,b","say ""hi""","two\nlines",Müller 📦\r\n'],
    [['=1+1', '+49', '-1', '@SUM(A1)', '\tx', '\rx'], `'=1+1,'+49,'-1,'@SUM(A1),"'\tx","'\rx"\r\n`],
    [[`x;=cmd|'/c calc'!A0;y`, 'a\tb', '\nx', ' a', 'a '], `"x;=cmd|'/c calc'!A0;y","a\tb","'\nx"," a","a "\r\n`],
    [['＝1', '＋1', '－1', '＠x', ' \u00a0=1', '\u3000＝1'], `'＝1,'＋1,'－1,'＠x,' \u00a0=1,'\u3000＝1\r\n`],
    [['=HYPERLINK("https://evil.example","x")'], `"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`],
    [['a=b', ' =1', ' a;b', -1, -0.5], `a=b,' =1," a;b",-1,-0.5\r\n`],
  ])('%j → %j', (cells, line) => {
    expect(toCsvLine(cells)).toBe(line);
  });

  const NUMBERS: Cell[] = ['123456789012', '12345678901', '0123', '0', '00', 'A123456789012', '-1', 123456789012, '1;2'];

  it.each([
    [undefined, `123456789012,12345678901,0123,0,00,A123456789012,'-1,123456789012,"1;2"\r\n`],
    [{ separator: ';', isForSpreadsheet: true } as const, `'123456789012;12345678901;'0123;0;'00;A123456789012;'-1;123456789012;"1;2"\r\n`],
  ])('protects the digits of numbers only for a spreadsheet: %j', (format, line) => {
    expect(toCsvLine(NUMBERS, format)).toBe(line);
  });
});
