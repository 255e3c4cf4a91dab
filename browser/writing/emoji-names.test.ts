import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findEmoji } from './emoji-names.ts';

test('finds emoji by their names, whole names first', () => {
  const rows: [typed: string, first: string | undefined][] = [
    ['joy', '😂'],
    ['tada', '🎉'],
    ['+1', '👍'],
    ['heart', '❤️'],
    ['rocke', '🚀'],
    ['applause', '👏'],
    ['nothing', undefined],
  ];
  for (const [typed, first] of rows) assert.equal(findEmoji(typed)[0]?.emoji, first, typed);
  assert.ok(findEmoji('face').length <= 8);
});

test('names every emoji of the picker once', () => {
  const picker = readFileSync(new URL('../on-demand/emoji.ts', import.meta.url), 'utf8');
  const emoji = [...picker.matchAll(/^ {6}'([^']*)',$/gm)].flatMap(([, list = '']) => list.split(' '));
  assert.ok(emoji.length > 300);
  const source = readFileSync(new URL('emoji-names.ts', import.meta.url), 'utf8');
  const names = [...source.matchAll(/[ '](\p{Extended_Pictographic}\S*) ([^,']+)/gu)];
  assert.deepEqual(
    names.map(([, each]) => each),
    emoji,
  );
  const all = names.flatMap(([, , list = '']) => list.split(' '));
  assert.deepEqual(
    all.filter((name, at) => all.indexOf(name) !== at),
    [],
  );
  for (const name of all) assert.match(name, /^[a-z0-9_+-]{1,40}$/);
});
