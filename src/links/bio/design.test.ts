import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOfHex, readable } from '../../kernel/contrast.ts';
import { parseBioDesign, resolveDesign } from './design.ts';
import { styleSheet } from './style-sheet.ts';
import {
  contrastOnBlend,
  mix,
  paletteIn,
  paletteKeys,
  palettes,
  patternShare,
  themeKeys,
  themes,
} from './themes.ts';

test('contrast follows WCAG', () => {
  assert.equal(contrastOfHex('#000000', '#ffffff'), 21);
  assert.equal(contrastOfHex('#777777', '#777777'), 1);
  assert.equal(contrastOfHex('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(mix('#000000', '#ffffff', 0.5), '#808080');
});

test('every theme has readable text in light and dark mode', () => {
  assert.ok(themeKeys.length >= 8);
  for (const key of themeKeys)
    for (const light of ['light', 'dark'] as const) {
      const { page, page2, text, quiet, button, onButton, line } = themes[key][light];
      const pattern = mix(page, line, patternShare);
      const rows = {
        text: contrastOnBlend(text, page, page2),
        quiet: contrastOnBlend(quiet, page, page2),
        'on buttons': contrastOfHex(onButton, button),
        'in fields': contrastOfHex(text, page),
        'on the pattern': Math.min(contrastOfHex(text, pattern), contrastOfHex(quiet, pattern)),
      };
      for (const [where, found] of Object.entries(rows))
        assert.ok(found >= readable, `${key}, ${light}: ${where} has ${found.toFixed(2)}`);
    }
});

test('every palette is readable and can be selected by name', () => {
  for (const key of paletteKeys) {
    const { light } = resolveDesign(parseBioDesign({ own: key }));
    const found = Math.min(
      contrastOnBlend(light.text, light.page, light.page2),
      contrastOnBlend(light.quiet, light.page, light.page2),
      contrastOfHex(light.text, mix(light.page, light.line, patternShare)),
      contrastOfHex(light.onButton, light.button),
    );
    assert.ok(found >= readable, `${key}: ${found.toFixed(2)}`);
    assert.equal(paletteIn({ ...palettes[key] }), key);
  }
  assert.equal(paletteIn({ ...palettes.sky, text: '#000000' }), undefined);
});

const own = { own: 'on', page: '#102030', text: '#ffffff', button: '#ffffff', onButton: '#102030' };

test('custom colors are accepted if readable, and other colors are derived from them', () => {
  const { light, dark } = resolveDesign(parseBioDesign(own));
  assert.equal(light, dark);
  assert.equal(light.page2, '#102030');
  assert.ok(contrastOnBlend(light.quiet, light.page, light.page2) >= readable);
  const grey = resolveDesign(parseBioDesign({ ...own, page: '#ffffff', text: '#6f6f6f' })).light;
  assert.equal(grey.quiet, '#6f6f6f');
});

test('unreadable custom colors are rejected at their field', () => {
  for (const [change, field] of [
    [{ text: '#203040' }, 'text'],
    [{ page2: '#ffffff' }, 'text'],
    [{ onButton: '#fefefe' }, 'onButton'],
    [{ button: 'red' }, 'button'],
    [{ page: '#12345' }, 'page'],
    [{ text: 'url(x)' }, 'text'],
  ] as const)
    assert.throws(
      () => parseBioDesign({ ...own, ...change }),
      { kind: 'invalid', field },
      JSON.stringify(change),
    );
});

test('unknown design values are rejected, and omitted ones default to the theme', () => {
  for (const name of ['theme', 'font', 'shape', 'buttonStyle', 'ground'])
    assert.throws(() => parseBioDesign({ [name]: 'x' }), { kind: 'invalid', field: name });
  assert.deepEqual(parseBioDesign({ theme: 'dusk', font: '', shape: 'leaf' }), {
    theme: 'dusk',
    shape: 'leaf',
  });
  assert.equal(resolveDesign(parseBioDesign({ theme: 'dusk' })).font, themes.dusk.font);
});

test('a style sheet is small and matches its content security policy', () => {
  for (const theme of themeKeys) {
    const { css, source } = styleSheet(resolveDesign({ theme }));
    assert.ok(css.length < 9000, `${theme}: ${css.length}`);
    assert.match(source, /^'sha256-[\w+/=]{44}'$/);
    assert.doesNotMatch(css, /<|url\(|\n/);
  }
});
