import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { growthOf } from '../../../../test/support/growth.js';
import { withoutHtml } from './plain-text.js';

describe('an address without HTML', () => {
  it.each([
    ['Kiosk Blau, Hauptstr. 3', 'Kiosk Blau, Hauptstr. 3'],
    ['<b>Kiosk</b><br/>Hauptstr. 3 , Bonn', 'Kiosk Hauptstr. 3, Bonn'],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>Kiosk', 'alert(1) Kiosk'],
    ['<a title="a>b" href="x">Kiosk</a>', 'Kiosk'],
    [`<a title = 'a>"b' href=x>Kiosk</a>`, 'Kiosk'],
    ['<!-- a > b -->Kiosk<!-->, Bonn', 'Kiosk, Bonn'],
    ['<!-->Kiosk<!-- a -->, Bonn', 'Kiosk, Bonn'],
    ['Kiosk <!-- no end, Bonn', 'Kiosk !-- no end, Bonn'],
    ['Kiosk <!-- no end of a comment>, Bonn', 'Kiosk, Bonn'],
    ['Kiosk <Nord, Bonn', 'Kiosk Nord, Bonn'],
    ['Kiosk <a title="<b>fett</b>', 'Kiosk a title=" fett'],
    ['Kiosk <a title="<b>fett</b>" Bonn', 'Kiosk a title=" fett " Bonn'],
    ['Kiosk <a title="fett" Bonn', 'Kiosk a title="fett" Bonn'],
    ['Fach="<a title=">">Kiosk</a>', 'Fach=" Kiosk'],
    ['Kiosk &amp; Co<br/>Hauptstr.&nbsp;3, K&ouml;ln &#8211; S&#xFC;d', 'Kiosk & Co Hauptstr. 3, Köln – Süd'],
    ['&lt;b&gt;Kiosk&lt;/b&gt;', 'Kiosk'],
    ['&lt;scr&lt;b&gt;ipt&gt;Kiosk', 'Kiosk'],
    ['&amp;lt;b&amp;gt;Kiosk', '&lt;b&gt;Kiosk'],
    ['M&S, A&B&co', 'M&S, A&B&co'],
    ['5 < 6, 7 > 3', '5 < 6, 7 > 3'],
    ['<<b>b>Kiosk', '< b>Kiosk'],
    ['<b></b>', ''],
  ])('%s', (html, text) => {
    expect(withoutHtml(html)).toBe(text);
  });

  it('contains no tag, however the tags were nested', () => {
    const pieces = [
      '<',
      '>',
      '</',
      '<!--',
      '-->',
      '<b>',
      '<scr',
      'ipt>',
      '="',
      "='",
      '"',
      "'",
      '=',
      ' ',
      'a',
      '&lt;',
      '&gt;',
      '&amp;',
      '&#60;',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        expect(withoutHtml(parts.join(''))).not.toMatch(/<[a-z/!?]/i);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['<', '<a', '<a x="', `<a x='>'`, '<a x="\'>', '<!--', '<!-- ', '>', '<a>', '= ', '&', '&lt;', '&lt;a', '&#x', '<a><', `<a x="`])(
    'takes time in proportion to its length with many of %s',
    (piece) => {
      const read = (chars: number): void => {
        const html = piece.repeat(chars / piece.length);
        withoutHtml(html);
        withoutHtml(`<a x="${html}`);
      };
      expect(growthOf(read, 40_000)).toBeLessThan(10);
    },
  );
});
