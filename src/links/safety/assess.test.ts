import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanguage } from '../../web/translation/languages.ts';
import { assess } from './assessment.ts';
import { type TargetFacts, type ListEntry, parseTargetParts, reasonText, type RuleName } from './rule.ts';

const nothing: TargetFacts = { entries: [], settings: [], ownNames: ['hopservice'], isOurs: false };

function rulesFor(url: string, facts: Partial<TargetFacts> = {}): string[] {
  const target = parseTargetParts(url);
  assert.ok(target, url);
  return assess(target, { ...nothing, ...facts }).map(({ rule, outcome }) => `${rule}:${outcome}`);
}

const harmless = [
  'https://example.com/', 'https://www.google.de/search?q=a', 'https://paypal.com/signin', 'https://apple.com',
  'https://aws.amazon.com/console', 'https://pineapple.com', 'https://amazonia.example', 'https://en.wikipedia.org/wiki/Note_G',
  'https://bücher.example/', 'https://пример.рф/', 'https://яндекс.ru', 'https://日本語テスト.jp', 'https://한국taste.kr',
  'https://ελληνικά.gr', 'https://my-shop.example/login', 'https://example.com:8443/a', 'https://example.com/guide.pdf',
  'https://example.com/setup.exe/notes', 'https://youtu.be/x', 'https://blog.example.xyz/post', 'https://8.8.8.8/',
  'https://stripes.example', 'https://a-b-c-d.example', 'https://bundesverfassungsgericht.de', 'https://strengthsfinder.com',
]; // prettier-ignore

for (const url of harmless)
  test(`finds nothing suspicious in ${url}`, () => assert.deepEqual(rulesFor(url), []));

const suspicious: [url: string, rule: RuleName][] = [
  ['https://paypa1.com/', 'lookalike'],
  ['https://paypaI.com/', 'lookalike'],
  ['https://раураl.com/', 'lookalike'],
  ['https://microsfot.com', 'lookalike'],
  ['https://gooogle.com', 'lookalike'],
  ['https://facebok.com', 'lookalike'],
  ['https://arnazon.com', 'lookalike'],
  ['https://paypal-login.example', 'lookalike'],
  ['https://apple.secure-login.example', 'lookalike'],
  ['https://www.paypal.com.example.ru/x', 'lookalike'],
  ['https://paypal.top', 'lookalike'],
  ['https://h0pservice.example', 'lookalike'],
  ['https://exаmple.com/', 'mixed-scripts'],
  ['https://хуѕ.com', 'mixed-scripts'],
  ['https://example.com/files/setup.exe', 'program'],
  ['https://example.com/Invoice.PDF.%45XE', 'program'],
  ['https://example.com/app.apk?mirror=1', 'program'],
  ['https://bit.ly/3abc', 'shortener'],
  ['https://www.tinyurl.com/x', 'shortener'],
  ['http://8.8.8.8:8081/', 'odd-name'],
  ['https://xk7q2v9zr4wp.top/', 'odd-name'],
  ['https://a.b.c.d.win-free-big-cash-now.click', 'odd-name'],
];

for (const [url, rule] of suspicious)
  test(`rule ${rule} holds ${url}`, () =>
    assert.ok(rulesFor(url).includes(`${rule}:hold`), rulesFor(url).join()));

const entry = (list: ListEntry['list'], value: string, outcome: ListEntry['outcome'] = null): ListEntry => ({
  list,
  value,
  outcome,
  reason: '',
});

const listed: [what: string, url: string, entries: ListEntry[], expected: string[]][] = [
  ['a blocked domain', 'https://evil.example/', [entry('domain', 'evil.example', 'refuse')], ['listed:refuse']],
  ['a subdomain of a blocked domain', 'https://a.b.evil.example/', [entry('domain', 'evil.example', 'refuse')], ['listed:refuse']],
  ['a domain that only ends like a blocked one', 'https://notevil.example/', [entry('domain', 'evil.example', 'refuse')], []],
  ['a blocked keyword', 'https://example.com/casino', [entry('keyword', 'casino', 'hold')], ['listed:hold']],
  ['the stricter of two entries', 'https://evil.example/', [entry('keyword', 'evil', 'hold'), entry('domain', 'evil.example', 'refuse')], ['listed:refuse', 'listed:hold']],
  ['a trusted domain', 'https://bit.ly/x', [entry('trusted', 'bit.ly')], []],
  ['a trusted subdomain of a blocked domain', 'https://good.evil.example/', [entry('domain', 'evil.example', 'refuse'), entry('trusted', 'good.evil.example')], []],
  ['a blocked subdomain of a trusted domain', 'https://bad.fine.example/', [entry('trusted', 'fine.example'), entry('domain', 'bad.fine.example', 'hold')], ['listed:hold']],
  ['a lookalike of the operator’s brand', 'https://rnyshop.example/', [entry('brand', 'myshop')], ['lookalike:hold']],
]; // prettier-ignore

for (const [what, url, entries, expected] of listed)
  test(`applies the lists to ${what}`, () => assert.deepEqual(rulesFor(url, { entries }), expected));

test('an operator can make a rule stricter or more lenient, or turn it off', () => {
  const as = (rule: RuleName, outcome: 'allow' | 'hold' | 'refuse', threshold: number | null = null) => ({
    settings: [{ rule, outcome, threshold }],
  });
  assert.deepEqual(rulesFor('https://bit.ly/x', as('shortener', 'refuse')), ['shortener:refuse']);
  assert.deepEqual(rulesFor('https://bit.ly/x', as('shortener', 'allow')), []);
  assert.deepEqual(rulesFor('https://8.8.8.8/', as('odd-name', 'hold', 3)), ['odd-name:hold']);
  assert.deepEqual(rulesFor('https://xk7q2v9zr4wp.top/', as('odd-name', 'hold', 9)), []);
});

test('an invalid web URL has no parts', () => {
  for (const url of ['mailto:a@example.com', 'spotify:track:1', 'not an address'])
    assert.equal(parseTargetParts(url), undefined);
});

test('a reason is a sentence in the reader’s language', () => {
  const reasonFor = (url: string, facts: Partial<TargetFacts> = {}) => {
    const target = parseTargetParts(url);
    const [worst] = target ? assess(target, { ...nothing, ...facts }) : [];
    assert.ok(worst, url);
    return [reasonText(worst.reason), inLanguage('de', () => reasonText(worst.reason))];
  };
  const refused = { ...entry('domain', 'evil.example', 'refuse'), reason: 'Phishing' };
  const rows: [url: string, english: string, german: string, entries?: ListEntry[]][] = [
    ['https://paypa1.com/', '“paypa1.com” resembles paypal', '„paypa1.com“ ähnelt paypal'],
    ['https://bit.ly/x', '“bit.ly” is a link shortener', '„bit.ly“ ist ein Linkverkürzer'],
    ['https://example.com/setup.exe', '“setup.exe” is a program', '„setup.exe“ ist ein Programm'],
    ['http://8.8.8.8:8081/', '“8.8.8.8” is a suspicious domain', '„8.8.8.8“ ist eine verdächtige Domain'],
    ['https://evil.example/', 'Links to “evil.example” are not allowed: Phishing', 'Links zu „evil.example“ sind nicht erlaubt: Phishing', [refused]],
  ]; // prettier-ignore
  for (const [url, english, german, entries = []] of rows)
    assert.deepEqual(reasonFor(url, { entries }), [english, german]);
});
