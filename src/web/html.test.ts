import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { attributes, classes, escape, html, trusted } from './html.ts';

describe('html', () => {
  const rows: [string, string, string][] = [
    ['escapes text', html`<p>${'<b>&"\''}</p>`.text, '<p>&lt;b&gt;&amp;&quot;&#39;</p>'],
    [
      'escapes attribute values',
      html`<i title="${'" onclick="x'}"></i>`.text,
      '<i title="&quot; onclick=&quot;x"></i>',
    ],
    ['keeps nested markup', html`<b>${html`<i>${'a&b'}</i>`}</b>`.text, '<b><i>a&amp;b</i></b>'],
    ['joins lists', html`${[html`<i></i>`, '<', 3]}`.text, '<i></i>&lt;3'],
    ['joins lists in lists', html`${[['a', ['b']], 'c']}`.text, 'abc'],
    ['omits null, undefined and booleans', html`[${null}${undefined}${false}${true}]`.text, '[]'],
    ['prints numbers, including zero', html`${0} ${1.5} ${10n}`.text, '0 1.5 10'],
    ['does not escape trusted text', html`${trusted('<b>x</b>')}`.text, '<b>x</b>'],
    ['preserves line breaks and indentation of values', html`<b>${'a\n  b'}</b>`.text, '<b>a\n  b</b>'],
  ];
  for (const [title, actual, expected] of rows) it(title, () => assert.equal(actual, expected));

  it('never lets a value open a tag or end an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const printed = html`${text}`.text;
        assert.doesNotMatch(printed, /[<>"']/);
        assert.doesNotMatch(printed, /&(?!(amp|lt|gt|quot|#39);)/);
      }),
    );
  });

  it('is lossless: unescaping returns the original text', () => {
    const undo = (text: string): string =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(undo(escape(text)), text)));
  });
});

describe('attributes', () => {
  it('renders values, boolean attributes, and omits missing ones', () => {
    const printed = attributes({
      name: 'a',
      required: true,
      disabled: false,
      value: null,
      max: 0,
      title: '"<',
    });
    assert.equal(printed.text, 'name="a" required max="0" title="&quot;&lt;"');
  });

  it('prints an empty value, unlike a missing one', () => {
    assert.equal(attributes({ alt: '' }).text, 'alt=""');
  });
});

describe('classes', () => {
  it('joins the truthy names', () => assert.equal(classes('a', false, null, 'b', undefined), 'a b'));
});
