import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, contrastOfHex, luminance, toHex, toRgb } from './contrast.ts';

test('computes WCAG 2 contrast, whichever color comes first', () => {
  assert.equal(contrastOfHex('#000000', '#ffffff'), 21);
  assert.equal(contrastOfHex('#3b76d6', '#3b76d6'), 1);
  assert.equal(contrast([0, 0, 0], [255, 0, 0]).toFixed(2), '5.25');
  assert.equal(contrastOfHex('#767676', '#ffffff'), contrastOfHex('#ffffff', '#767676'));
  assert.ok(contrastOfHex('#767676', '#ffffff') >= 4.5 && contrastOfHex('#777777', '#ffffff') < 4.5);
});

test('parses and formats colors', () => {
  assert.equal(luminance([255, 255, 255]), 1);
  assert.equal(toHex(toRgb('#0a6b46')), '#0a6b46');
});
