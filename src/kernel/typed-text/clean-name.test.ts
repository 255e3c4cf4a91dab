import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanName, isVisible } from './clean-name.ts';

const cases: [string, string, string][] = [
  ['a right-to-left override', 'Jane\u202enetsuA', 'JanenetsuA'],
  ['directional isolates', '\u2066Jane\u2069', 'Jane'],
  ['directional marks', 'Jane\u200f\u061c', 'Jane'],
  ['zero-width characters', 'Ja\u200bn\u2060e\ufeff', 'Jane'],
  ['a soft hyphen and a joiner between Latin letters', 'Ja\u00adn\u200de\u200c', 'Jane'],
  ['filler characters', '\u3164\u115f\u2800\uffa0', ''],
  ['tag characters', 'Jane\u{e0041}', 'Jane'],
  ['a line break and spaces of other widths', ' Jane\n\u2003Austen\u00a0', 'Jane Austen'],
  ['a family emoji', '👩\u200d👩\u200d👧 Home', '👩\u200d👩\u200d👧 Home'],
  [
    'the flag of Scotland',
    'Isla 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'Isla 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['an ideographic variant', '葛\u{e0100}城', '葛\u{e0100}城'],
  ['a variant selector after a Latin letter', 'J\u{e0100}ane', 'Jane'],
  ['a heart emoji', '❤\ufe0f', '❤\ufe0f'],
  ['a Persian name', 'نیلوفر\u200cها', 'نیلوفر\u200cها'],
  ['a Hindi conjunct', 'क्\u200dष', 'क्\u200dष'],
  ['a combining accent', 'Ame\u0301lie', 'Amélie'],
];

for (const [what, typed, stored] of cases)
  test(`a name with ${what} is stored as displayed`, () => {
    assert.equal(cleanName(typed), stored);
  });

test('does not count a name of only joiners and spaces as visible', () => {
  for (const typed of ['', ' ', '\u200b\u3164', '\u0301']) assert.equal(isVisible(cleanName(typed)), false);
  for (const typed of ['J', '東', '❤\ufe0f', '٣']) assert.equal(isVisible(cleanName(typed)), true);
});
