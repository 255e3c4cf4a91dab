import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChannelName } from './channels.ts';
import { parseOwnedColor } from '../owned/fields.ts';

test('expands short colors and preserves letter case', () => {
  const rows = [
    ['#000000', '#000000'],
    ['#FFaa00', '#FFaa00'],
    ['ffaa00', '#ffaa00'],
    [' #0a5 ', '#00aa55'],
  ] as const;
  for (const [text, color] of rows) assert.equal(parseOwnedColor(text), color);
  for (const text of ['red', '#12', '#1234567', 'rgb(0,0,0)', '#00000g', '##000'])
    assert.throws(() => parseOwnedColor(text), { field: 'color' }, text);
});

test('a name is a single line of 2 to 100 characters', () => {
  assert.equal(parseChannelName('  Spring \n sale '), 'Spring sale');
  assert.equal(parseChannelName('春節'), '春節');
  for (const text of ['', ' a ', '😀', 'x'.repeat(101)])
    assert.throws(() => parseChannelName(text), { field: 'name' }, text);
});
