import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneLine } from '../one-line.ts';
import { avatar, hueOf, initials } from './people.ts';

describe('initials', () => {
  const rows: [string, string][] = [
    ['Ada Lovelace', 'AL'],
    ['Ludwig van Beethoven', 'LB'],
    ['Íris', 'Í'],
    ['  ada   marino ', 'AM'],
    ['王 小明', '王小'],
    ['👩‍🚀 Kim', '👩‍🚀K'],
    ['', ''],
  ];
  for (const [name, letters] of rows) it(JSON.stringify(name), () => assert.equal(initials(name), letters));
});

describe('avatar', () => {
  it('shows the picture if there is one', () => {
    assert.match(
      oneLine(avatar({ id: '1', name: 'Ada', picture: '/a.webp?x=1&y=2' })),
      /src="\/a\.webp\?x=1&amp;y=2" alt=""/,
    );
  });
  it('draws letters in one of twelve colors, always the same', () => {
    assert.equal(hueOf('42'), hueOf('42'));
    const hues = new Set(Array.from({ length: 200 }, (_, id) => hueOf(String(id))));
    assert.equal(hues.size, 12);
  });
});
