import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTarget } from './fields.ts';

const config = { hopUrl: 'https://hop.example', plazaUrl: 'http://localhost:3000' };
const read = (text: string) => parseTarget(text, config);

test('stores a plain URL verbatim', () => {
  const rows = ['https://google.com', 'http://example.com/a?b=c#d', 'https://8.8.8.8/', 'https://example.com:8443/x',
    'https://example.com/a%20b?q=%E2%82%AC', 'https://[2606:4700::1111]/']; // prettier-ignore
  for (const address of rows) assert.equal(read(address), address);
});

test('normalizes other spellings to a URL that is safe in a header', () => {
  const rows = [
    ['  https://google.com ', 'https://google.com'],
    ['HTTPS://Google.com/Path', 'https://google.com/Path'],
    ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://example.com/a\r\nSet-Cookie: x=1', 'https://example.com/aSet-Cookie:%20x=1'],
  ] as const;
  for (const [text, expected] of rows) assert.equal(read(text), expected);
});

test('allows links to Plaza wherever it is hosted', () => {
  assert.equal(read('http://localhost:3000/posts/1'), 'http://localhost:3000/posts/1');
});

test('rejects URLs that are not http or https', () => {
  const rows: [string, RegExp][] = [
    ['', /required/],
    ['google.com', /http:\/\/ or https:\/\//],
    ['//google.com', /http:\/\/ or https:\/\//],
    ['javascript:alert(1)', /http:\/\/ or https:\/\//],
    ['ftp://example.com/', /http:\/\/ or https:\/\//],
    ['https://', /http:\/\/ or https:\/\//],
    [`https://${'a.'.repeat(150)}example`, /253/],
    ['https://exa mple.com', /http:\/\/ or https:\/\//],
    ['https://ada:secret@example.com', /username/],
    ['https://hop.example/abc', /this service/],
    ['HTTPS://HOP.EXAMPLE', /this service/],
    ['http://localhost:8080/', /points to the visitor’s own device/],
    ['http://app.localhost/', /points to the visitor’s own device/],
    ['http://intranet/', /” is not a full domain name/],
    ['https://a..b/', /” is not a full domain name/],
    ['http://127.0.0.1/', /private network/],
    ['http://2130706433/', /private network/],
    ['http://0x7f.1/', /private network/],
    ['http://192.168.1.1/', /private network/],
    ['http://169.254.169.254/latest', /private network/],
    ['http://[::1]/', /private network/],
    ['http://printer.local/', /private network/],
    ['http://metadata.google.internal./', /private network/],
    ['http://[::ffff:10.0.0.1]/', /private network/],
    [`https://example.com/${'a'.repeat(8192)}`, /8,192/],
    [`https://example.com/${'ä'.repeat(4000)}`, /8,192/],
  ];
  for (const [text, message] of rows)
    assert.throws(() => read(text), { kind: 'invalid', field: 'url', message }, text.slice(0, 60));
});
