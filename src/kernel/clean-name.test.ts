import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanName, isVisible } from './clean-name.ts';

const cases: [string, string, string][] = [
  ['turned around', 'Jane\u202enetsuA', 'JanenetsuA'],
  ['isolates', '\u2066Jane\u2069', 'Jane'],
  ['a mark of direction', 'Jane\u200f\u061c', 'Jane'],
  ['zero widths', 'Ja\u200bn\u2060e\ufeff', 'Jane'],
  ['a soft hyphen and a joiner between Latin letters', 'Ja\u00adn\u200de\u200c', 'Jane'],
  ['fillers', '\u3164\u115f\u2800\uffa0', ''],
  ['tags', 'Jane\u{e0041}', 'Jane'],
  ['a line end and spaces of other widths', ' Jane\n\u2003Austen\u00a0', 'Jane Austen'],
  ['a family', '👩\u200d👩\u200d👧 Home', '👩\u200d👩\u200d👧 Home'],
  ['a colored heart', '❤\ufe0f', '❤\ufe0f'],
  ['a Persian name', 'نیلوفر\u200cها', 'نیلوفر\u200cها'],
  ['a Hindi conjunct', 'क्\u200dष', 'क्\u200dष'],
  ['an accent that is apart', 'Ame\u0301lie', 'Amélie'],
];

for (const [what, typed, stored] of cases)
  test(`a name with ${what} is stored as displayed`, () => {
    assert.equal(cleanName(typed), stored);
  });

test('does not count a name of only joiners and spaces as visible', () => {
  for (const typed of ['', ' ', '\u200b\u3164', '\u0301']) assert.equal(isVisible(cleanName(typed)), false);
  for (const typed of ['J', '東', '❤\ufe0f', '٣']) assert.equal(isVisible(cleanName(typed)), true);
});
