import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeContent, foldVcard, mailtoAddress, smsAddress, telAddress, toVcard } from './content.ts';
import type { CodeContent, CodeKind } from './content.ts';
import { parseCodeContent, type ContentInput } from './parse-content.ts';

const config = { hopUrl: 'http://hop.test', plazaUrl: 'http://plaza.test' };
const hostile = String.raw`a;b:c,d\e"f`;
const foreign = 'سلام 😀 Ünï';

const read = (kind: CodeKind, input: ContentInput) => parseCodeContent(kind, input, config);
const encode = (kind: CodeKind, input: ContentInput) => encodeContent(read(kind, input));

const rows: [CodeKind, ContentInput, string][] = [
  ['text', { text: ` ${foreign}\r\nsecond line ` }, `${foreign}\nsecond line`],
  ['link', { url: 'https://example.com/a?b=c#d' }, 'https://example.com/a?b=c#d'],
  ['phone', { phone: '+49 (30) 123-456' }, 'tel:+4930123456'],
  ['phone', { phone: '*100#' }, 'tel:*100%23'],
  ['sms', { phone: '030 1234', message: 'Hi: there' }, 'SMSTO:0301234:Hi: there'],
  ['email', { email: 'ada@example.org' }, 'mailto:ada@example.org'],
  [
    'email',
    { email: 'a+b@example.org', subject: 'Two & more', body: 'One\nTwo' },
    'mailto:a%2Bb@example.org?subject=Two%20%26%20more&body=One%0D%0ATwo',
  ],
  ['wifi', { ssid: 'Home', password: 'secret' }, 'WIFI:T:WPA;S:Home;P:secret;;'],
  [
    'wifi',
    { ssid: 'Home', encryption: 'WPA2', password: 'secret', hidden: '1' },
    'WIFI:T:WPA;S:Home;P:secret;H:true;;',
  ],
  ['wifi', { ssid: 'Café', encryption: 'nopass', password: 'x' }, 'WIFI:T:nopass;S:Café;;'],
  [
    'wifi',
    { ssid: hostile, encryption: 'wep', password: hostile },
    String.raw`WIFI:T:WEP;S:a\;b\:c\,d\\e\"f;P:a\;b\:c\,d\\e\"f;;`,
  ],
];

for (const [kind, input, expected] of rows)
  test(`encodes ${kind} ${JSON.stringify(input).slice(0, 60)}`, () =>
    assert.equal(encode(kind, input), expected));

test('URLs that open apps contain the same data', () => {
  assert.equal(telAddress('+49 30 12'), 'tel:+493012');
  assert.equal(smsAddress({ phone: '030 12', message: 'a b' }), 'sms:03012?body=a%20b');
  assert.equal(mailtoAddress({ email: 'a@b.c', subject: '', body: '' }), 'mailto:a@b.c');
});

/** Parses a vCard into its properties without parameters, and their parts. */
function parseVcard(text: string): Map<string, string[]> {
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n/.test(text), 'lines end in CRLF');
  const lines = text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([A-Z]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? assert.fail(line);
      const parts = [...value.matchAll(/(?:\\.|[^\\;])*(?:;|$)/g)].slice(0, -1);
      const plain = parts.map(([part]) =>
        part.replace(/;$/, '').replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)),
      );
      return [name, value.endsWith(';') ? [...plain, ''] : plain];
    }),
  );
}

for (const version of ['3.0', '4.0'])
  test(`a vCard ${version} contains and escapes every field`, () => {
    const content = read('vcard', {
      firstName: hostile,
      lastName: foreign,
      organization: 'A, B; C',
      position: 'Head',
      mobile: '+49 170 1',
      phone: '030 12',
      fax: '030 13',
      email: 'ada@example.org',
      street: 'Main St; 1',
      city: 'Bernau',
      zip: '16321',
      country: 'DE',
      website: 'example.com/a;b',
      note: 'One\nTwo',
      version,
    });
    const card = parseVcard(encodeContent(content));
    assert.deepEqual([...card.keys()].slice(0, 2), ['BEGIN', 'VERSION']);
    assert.equal([...card.keys()].at(-1), 'END');
    assert.deepEqual(card.get('VERSION'), [version]);
    assert.deepEqual(card.get('N'), [foreign, hostile, '', '', '']);
    assert.deepEqual(card.get('FN'), [`${hostile} ${foreign}`]);
    assert.deepEqual(card.get('ORG'), ['A, B; C']);
    assert.deepEqual(card.get('ADR'), ['', '', 'Main St; 1', 'Bernau', '', '16321', 'DE']);
    assert.deepEqual(card.get('URL'), ['https://example.com/a', 'b']);
    assert.deepEqual(card.get('NOTE'), ['One\nTwo']);
    assert.deepEqual(parseVcard(foldVcard(encodeContent(content))), card);
  });

test('vCard files fold lines at 75 bytes without splitting characters', () => {
  const content = read('vcard', { firstName: '😀'.repeat(60), note: 'x'.repeat(400) });
  const file = foldVcard(encodeContent(content));
  for (const line of file.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.ok(line.isWellFormed());
  }
});

const refusals: [CodeKind, ContentInput, string, RegExp][] = [
  ['text', {}, 'text', /required/],
  ['text', { text: '  ' }, 'text', /required/],
  ['text', { text: 'x'.repeat(4001) }, 'text', /4,000/],
  ['link', {}, 'url', /required/],
  ['link', { url: 'javascript:alert(1)' }, 'url', /http/],
  ['link', { url: 'http://127.0.0.1/' }, 'url', /private/],
  ['link', { url: 'http://hop.test/qr/abc' }, 'url', /points to this service/],
  ['phone', {}, 'phone', /required/],
  ['phone', { phone: 'call me' }, 'phone', /not a phone number/],
  ['phone', { phone: '12' }, 'phone', /not a phone number/],
  ['phone', { phone: '1234567890123456' }, 'phone', /not a phone number/],
  ['sms', { message: 'Hi' }, 'phone', /required/],
  ['email', { subject: 'Hi' }, 'email', /required/],
  ['email', { email: 'ada@example' }, 'email', /not an email/],
  ['email', { email: 'a@b.c?cc=x' }, 'email', /not an email/],
  ['wifi', { password: 'x' }, 'ssid', /SSID/],
  ['wifi', { ssid: 'x'.repeat(33) }, 'ssid', /32/],
  ['wifi', { ssid: 'a', encryption: 'WPA' }, 'password', /Enter the password/],
  ['wifi', { ssid: 'a', encryption: 'rot13' }, 'encryption', /WPA, WEP or nopass/],
  ['vcard', {}, 'firstName', /Enter a name/],
  ['vcard', { city: 'Bernau', note: 'x' }, 'firstName', /Enter a name/],
  ['vcard', { firstName: 'A', mobile: 'x' }, 'mobile', /phone/],
  ['vcard', { firstName: 'A', website: 'http://10.0.0.1' }, 'website', /private/],
  ['vcard', { firstName: 'x'.repeat(300) }, 'firstName', /250/],
];

for (const [kind, input, field, message] of refusals)
  test(`rejects ${kind} ${JSON.stringify(input).slice(0, 60)} at ${field}`, () =>
    assert.throws(() => read(kind, input), { kind: 'invalid', field, message }));

test('a contact with only a company uses its name', () => {
  const contact = read('vcard', { organization: 'Hop Ltd' }) as CodeContent & { kind: 'vcard' };
  assert.match(toVcard(contact), /^FN:Hop Ltd\r$/m);
});
