import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRedirectUri, redirectFault } from './client.ts';

test('accepts only redirect URIs of apps', () => {
  const config = { plazaUrl: 'https://plaza.test', hopUrl: 'https://hop.test' } as never;
  const refused = [
    'http://sundial.example/in',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://plaza.test/in',
    'https://hop.test/abc',
    'https://hop.test./abc',
    'https://sundial.example/#in',
    'https://ada:x@sundial.example/in',
    'https://sundial.example/?code=mine',
    'https://a;b.example/',
    '//sundial.example/in',
    'https://sundial.example/\n',
  ];
  for (const each of refused) assert.notEqual(redirectFault({ config }, each), undefined, each);
  for (const each of [
    'https://sundial.example/in?a=1',
    'http://127.0.0.1:8080/',
    'http://[::1]/cb',
    'cursor://oauth/cb',
    'com.example.app:/cb',
  ])
    assert.equal(redirectFault({ config }, each), undefined, each);
});

test('compares redirect URIs exactly, but for the port of the same machine', () => {
  const redirectUris = ['https://sundial.example/in', 'http://127.0.0.1/cb', 'http://localhost:9000/cb'];
  const matches = (asked: string) => isRedirectUri({ redirectUris }, asked);
  for (const each of ['https://sundial.example/in', 'http://127.0.0.1:51004/cb', 'http://localhost:1/cb'])
    assert.ok(matches(each), each);
  const others = [
    'https://sundial.example:444/in',
    'https://sundial.example/in/',
    'https://sundial.example/IN',
    'http://127.0.0.1:51004/cb/',
    'http://127.0.0.1:51004/cb?x=1',
    'http://user@127.0.0.1:51004/cb',
    'http://127.0.0.2/cb',
    'http://127.0.0.1:80\\@elsewhere.example/cb',
    'http://localhost.elsewhere.example/cb',
  ];
  for (const each of others) assert.ok(!matches(each), each);
});
