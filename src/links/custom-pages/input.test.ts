import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOfHex } from '../../kernel/contrast.ts';
import { colorRule, parseOwnColor, textOn } from './input.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('contrast follows WCAG', () => {
  assert.equal(contrastOfHex('#000000', '#ffffff'), 21);
  assert.equal(contrastOfHex('#ffffff', '#ffffff'), 1);
  assert.equal(contrastOfHex('#767676', '#ffffff').toFixed(2), '4.54');
});

test('text on an owner’s colors is always readable', () => {
  fc.assert(fc.property(anyColor, (color) => contrastOfHex(textOn(color), color) >= 4.5));
});

test('a button with low contrast on its background gets a visible border', () => {
  assert.match(colorRule(':root', { background: '#ffffff', accent: '#fefefe' }), /border-color:#000000/);
  assert.doesNotMatch(colorRule(':root', { background: '#ffffff', accent: '#000000' }), /border-color/);
});

test('only valid colors are inserted into a style rule', () => {
  assert.equal(parseOwnColor('accent', ' #0A6B46 '), '#0a6b46');
  for (const text of ['', 'red', '#fff', '#0a6b46}body{display:none', 'url(x)'])
    assert.throws(() => parseOwnColor('accent', text), /#RRGGBB/);
});
