import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SiteResponse } from './visit.ts';
import { openRobots } from './robots.ts';

const url = `https://example.com/private/${'a'.repeat(1500)}`;
const open = (text: string) =>
  openRobots(
    { status: 200, headers: { 'content-type': 'text/plain' }, text, url } as unknown as SiteResponse,
    new URL(url),
  );
const list = (line: (at: number) => string) => Array.from({ length: 15_000 }, (_, at) => line(at)).join('\n');

describe('openRobots', () => {
  const rows: [what: string, text: string, isAllowed: boolean][] = [
    ['a rule', 'User-agent: *\nDisallow: /private', false],
    ['a pattern', 'User-agent: *\nDisallow: /*vat', false],
    ['a comment and other case', 'USER-AGENT: plazaaudit # us\ndisallow:/private # all', false],
    ['another agent', 'User-agent: other\nDisallow: /', true],
    // Each of these takes the parser seconds to minutes as it is.
    [
      'many agents with many rules',
      `${list((at) => `User-agent: a${at}`)}\n${list((at) => `Disallow: /${at}`)}`,
      true,
    ],
    [
      'long patterns',
      `User-agent: *\nDisallow: /private\n${list(() => `Disallow: /${'*a'.repeat(900)}$`)}`,
      false,
    ],
    [
      'many rules after the one',
      `User-agent: *\nDisallow: /private\n${list((at) => `Disallow: /${at}`)}`,
      false,
    ],
  ];
  for (const [what, text, isAllowed] of rows)
    it(`applies ${what}`, () => assert.equal(open(text).isAllowed(url, 'PlazaAudit'), isAllowed));
});
