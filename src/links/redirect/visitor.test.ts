import fc from 'fast-check';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createClickIds, isLine, serializeClick } from '../clicks/click.ts';
import { openCountries } from './targeting/country.ts';
import { parseLanguages, primaryLanguage } from './targeting/language.ts';
import { parseUserAgent } from './user-agent.ts';
import { createVisitorOf, referrerHost } from './visitor.ts';

const countries = openCountries({ GEOIP_DB: '' });
const salt = randomBytes(32);

const agents: [string, string][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome Windows desktop',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox Windows desktop',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari iOS mobile',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari iOS tablet',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Microsoft Edge macOS desktop',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome Android mobile',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome Chrome OS desktop',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Chrome Linux desktop bot',
  ],
  ['curl/8.5.0', '  '],
  ['python-requests/2.32.3', '  '],
  ['node', '  '],
  ['', '   bot'],
  [' ', '   bot'],
  ['<script>alert(1)</script>/1.0', '   bot'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot   bot'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'SlackBot   bot'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'FacebookExternalHit   bot'],
  ['Twitterbot/1.0', '   bot'],
  ['WhatsApp/2.23.20.0', '   bot'],
  ['curl-bot/1.0 (+https://example.com/crawler)', '   bot'],
];

for (const [text, expected] of agents)
  test(`User-Agent: ${text.slice(0, 100)}`, () => {
    const { browser, system, device, isBot } = parseUserAgent(text);
    assert.equal(`${browser} ${system} ${device}${isBot ? ' bot' : ''}`, expected);
  });

const referrers: [string | undefined, string][] = [
  [undefined, ''],
  ['', ''],
  ['https://News.Example.com/a?b#c', 'news.example.com'],
  ['https://www.example.com', 'example.com'],
  ['http://example.com:8080/', 'example.com'],
  ['https://user:secret@example.com/', 'example.com'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['about:blank', ''],
  ['/relative', ''],
  ['https://', ''],
  ['https:///path', ''],
  ['https://ex\tample.com/', ''],
  ['https://ex%61mple.com/', ''],
  [`https://${'a'.repeat(254)}/`, ''],
];

for (const [text, expected] of referrers)
  test(`Referer: ${String(text).slice(0, 60)}`, () => assert.equal(referrerHost(text), expected));

const languages: [string | undefined, string][] = [
  [undefined, ''],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, fr;q=0.9', 'fr'],
  ['EN-us', 'en'],
  ['*', ''],
  ['*;q=0.1, yue', 'yue'],
  ['en;q=0', ''],
  ['x-klingon, nonsense;;q', ''],
];

for (const [text, expected] of languages)
  test(`Accept-Language: ${text}`, () => assert.equal(primaryLanguage(parseLanguages(text)[0]), expected));

const addresses: [string, string][] = [
  ['193.0.6.139', 'NL'],
  ['::ffff:193.0.6.139', 'NL'],
  ['2001:67c:2e8:22::c100:68b', 'NL'],
  ['8.8.8.8', 'US'],
  ['127.0.0.1', ''],
  ['10.1.2.3', ''],
  ['::1', ''],
  ['', ''],
  ['nonsense', ''],
  ['999.1.1.1', ''],
];

for (const [address, expected] of addresses)
  test(`the country of ${address || 'an empty address'}`, async () =>
    assert.equal(countries(address), expected));

test('startup fails if the operator’s country database cannot be read', async () => {
  assert.throws(
    () => openCountries({ GEOIP_DB: import.meta.filename }),
    /GEOIP_DB=.* cannot be read as an MMDB file/,
  );
  assert.throws(() => openCountries({ GEOIP_DB: '/nowhere.mmdb' }), /GEOIP_DB/);
});

test('a visitor has one hash per day, which does not reveal the IP address', async () => {
  const visitorOf = createVisitorOf(countries);
  const client = { address: '193.0.6.139', userAgent: agents[0]![0], acceptLanguage: 'nl' };
  const today = visitorOf(client, salt);
  assert.deepEqual(today, {
    hash: today.hash,
    country: 'NL',
    language: 'nl',
    languages: ['nl'],
    browser: 'Chrome',
    system: 'Windows',
    device: 'desktop',
    devices: ['windows', 'desktop'],
    isBot: false,
    isHeadless: false,
    isPreviewer: false,
  });
  assert.equal(visitorOf({ ...client }, salt), today);
  assert.equal(createVisitorOf(countries)(client, salt).hash, today.hash);
  assert.equal(visitorOf({ ...client, acceptLanguage: 'en' }, salt).hash, today.hash);
  assert.notEqual(visitorOf({ ...client, userAgent: 'curl/8' }, salt).hash, today.hash);
  assert.notEqual(visitorOf({ ...client, address: '193.0.6.140' }, salt).hash, today.hash);
  assert.notEqual(visitorOf(client, randomBytes(32)).hash, today.hash);
});

/** Possible header values: Node decodes bytes as latin1. */
const header = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 1000 }),
  fc.uint8Array({ maxLength: 1000 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(...agents.map(([text]) => text), ...referrers.map(([text]) => text ?? '')),
);

test('a click is a valid spool line whatever the visitor sends', async () => {
  const visitorOf = createVisitorOf(countries);
  const newId = createClickIds();
  fc.assert(
    fc.property(header, header, header, header, (address, userAgent, acceptLanguage, referer) => {
      const visitor = visitorOf({ address, userAgent, acceptLanguage }, salt);
      const at = Date.UTC(2026, 2, 1);
      const line = serializeClick(newId(at), {
        linkId: '1',
        at,
        visitor,
        isBot: visitor.isBot,
        referrer: referrerHost(referer),
      });
      assert.ok(line.endsWith('\n') && isLine(line.slice(0, -1)), line);
    }),
    { numRuns: 2000 },
  );
});

test('click ids are unique, even if the clock is set back', () => {
  const newId = createClickIds();
  const ids = new Set(Array.from({ length: 10_000 }, (_, i) => newId(1_700_000_000_000 + (i % 3))));
  assert.equal(ids.size, 10_000);
  for (const id of ids) assert.match(id, /^018bcfe568[0-9a-f]{2}7[0-9a-f]{3}8[0-9a-f]{15}$/);
});
