import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hopLanding } from '../links/landing.ts';
import { plazaLanding } from '../social/landing.ts';

const source = join(import.meta.dirname, '..');

test('mentions payments and agents on the front pages only if they exist', () => {
  const options = { registrationOpen: true, base: 'https://example.org' };
  const text = [
    plazaLanding({
      ...options,
      site: { name: 'Plaza', description: 'A network' },
      welcome: false,
      front: { posts: [], forums: [], threads: [], questions: [], people: [] },
      now: new Date(0),
    }),
    hopLanding(options),
  ]
    .map(({ body, description }) => `${description} ${body.text}`)
    .join('\n');
  if (!existsSync(join(source, 'paid'))) assert.doesNotMatch(text, /\b(x402|USDC|402|pays?|paid)\b/i);
  if (!existsSync(join(source, 'agents'))) assert.doesNotMatch(text, /\bagents?\b/i);
});
