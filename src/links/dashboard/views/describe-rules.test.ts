import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toState } from '../builder-state.ts';
import { rulesInWords } from './describe-rules.ts';

const whole = 'https://example.org/a';

/** A field as it is typed, and a sentence that is a fact only when it is complete. */
const rows: [Record<string, unknown>, RegExp, boolean][] = [
  [{ url: 'https://exa' }, /exa$/, false],
  [{ url: 'example.org/a' }, /Everyone: redirect to example\.org\/a/, true],
  [{ url: whole, apple: 'https://app' }, /App Store/, false],
  [{ url: whole, apple: 'https://apps.apple.com/app/1' }, /App Store, apps\.apple\.com/, true],
  [{ url: whole, google: 'play' }, /Google Play/, false],
  [{ url: whole, clicklimit: '0' }, /At most/, false],
  [{ url: whole, clicklimit: '1e' }, /At most/, false],
  [{ url: whole, clicklimit: '12' }, /At most 12 clicks/, true],
  [{ url: whole, clicklimit: '12', expiredurl: 'exam' }, /then redirects/, false],
  [{ url: whole, expiry: '2030-01-' }, /Expires/, false],
  [{ url: whole, geo_location: ['Ger'], geo_region: [''], geo_link: [whole] }, /From Ger/, false],
  [{ url: whole, geo_location: ['Germany'], geo_region: [''], geo_link: [''] }, /From Germany/, false],
  [{ url: whole, geo_location: ['Germany'], geo_region: [''], geo_link: ['https://de'] }, /Germany/, false],
  [{ url: whole, geo_location: ['Germany'], geo_region: [''], geo_link: [whole] }, /From Germany/, true],
  [{ url: whole, device_device: ['iphone'], device_link: ['myapp://open'] }, /On iphone/, true],
  [{ url: whole, device_device: ['iphone'], device_link: [''] }, /On iphone/, false],
  [{ url: whole, language_language: ['de'], language_link: ['x'] }, /German/, false],
  [{ url: whole, variant_name: ['B'], variant_weight: [''], variant_link: [whole] }, /visitors get/, false],
  [{ url: whole, variant_name: ['B'], variant_weight: ['50'], variant_link: [whole] }, /50 of 100/, true],
];
for (const [typed, sentence, isFact] of rows)
  test(`${isFact ? 'states' : 'does not state'} ${sentence.source} for ${JSON.stringify(typed)}`, () => {
    assert.equal(
      rulesInWords(toState(typed)).some((line) => sentence.test(line)),
      isFact,
      rulesInWords(toState(typed)).join('\n'),
    );
  });
