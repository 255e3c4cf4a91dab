import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { addEntries } from '../safety/entries.ts';
import { parseDomainName } from './domain.ts';
import { checkRedirect } from './domains.ts';

const config = { hopUrl: 'https://hop.example', plazaUrl: 'https://plaza.example' };

const taken: [string, string, string][] = [
  ['brand.to', 'https', 'brand.to'],
  [' Go.Brand.To/ ', 'https', 'go.brand.to'],
  ['https://brand.to', 'https', 'brand.to'],
  ['HTTP://brand.to', 'http', 'brand.to'],
  ['brand.to.', 'https', 'brand.to'],
  ['bücher.example', 'https', 'xn--bcher-kva.example'],
];

for (const [text, scheme, host] of taken)
  test(`“${text}” is parsed as ${scheme}://${host}`, () => {
    assert.deepEqual(parseDomainName(text, config), { scheme, host });
  });

const refused = [
  '', 'brand', 'localhost', 'brand.to/path', 'brand.to?x', 'brand.to#x', 'brand.to:8080', 'user@brand.to', '10.0.0.1',
  '[::1]', 'ftp://brand.to', 'brand..to', '-a.to', 'a b.to', 'under_score.to', `${'x'.repeat(64)}.to`, 'hop.example',
  'HOP.example.', 'https://plaza.example', '<script>.to',
]; // prettier-ignore

for (const text of refused)
  test(`“${text.slice(0, 30)}” is not a valid domain`, () => {
    assert.throws(() => parseDomainName(text, config), { kind: 'invalid', field: 'domain' });
  });

test('redirects of a domain follow the rules for destinations and cannot point to the domain itself', async (app) => {
  const read = (text: string | null) => checkRedirect(app, 'redirectroot', text, 'brand.to');
  for (const blank of ['', '  ', null]) assert.equal(await read(blank), null);
  assert.equal(await read('https://example.com'), 'https://example.com');
  assert.equal(await read(' https://example.com/ü '), 'https://example.com/%C3%BC');
  const operator = await addPerson(app, 'olga');
  await addEntries(app, operator, { list: 'domain', values: 'evil.example', outcome: 'refuse', reason: '' });
  for (const text of [
    'example.com',
    'javascript:alert(1)',
    'https://u:p@example.com',
    'https://brand.to/x',
    'https://brand.to./x',
    'https://',
    'http://127.0.0.1/',
    `${app.config.hopUrl}/x`,
    `https://example.com/${'x'.repeat(8192)}`,
    'https://www.evil.example/',
  ])
    await assert.rejects(read(text), { kind: 'invalid', field: 'redirectroot' }, text.slice(0, 60));
});
