/** Nested and wide texts of about the given length, by format. */
export const formats: Readonly<Record<string, (length: number) => string>> = {
  'JSON lists': (length) => around('[', '1', ']', length),
  'JSON objects': (length) => around('{"a":', '1', '}', length),
  'JSON of both': (length) => around('[{"a":', '1', '}]', length),
  'YAML in lines': (length) => stairs(Math.floor(Math.sqrt(length)), 'a:'),
  'YAML lists': (length) => `${'- '.repeat(length / 2)}a`,
  'YAML in brackets': (length) => around('{a: ', '1', '}', length),
  'YAML anchors': (length) =>
    Array.from({ length: length / 20 }, (_, n) => `a${n}: &a${n} [*a${Math.max(0, n - 1)}]`).join('\n'),
  'TOML lists': (length) => `a = ${around('[', '1', ']', length)}`,
  'TOML tables': (length) => `a = ${around('{a = ', '1', '}', length)}`,
  'TOML keys': (length) => `${'a.'.repeat(length / 2)}a = 1`,
  'TOML headers': (length) => `[${'a.'.repeat(length / 2)}a]\nb = 1`,
  XML: (length) => around('<a>', 'b', '</a>', length),
  'XML that does not end': (length) => '<a>'.repeat(length / 3),
  'XML declarations': (length) => `<!DOCTYPE a ${around('[', '', ']', length)}><a/>`,
  'XML comments': (length) => '<!--'.repeat(length / 4),
  HTML: (length) => around('<div>', 'b', '</div>', length),
  'HTML of many kinds': (length) => '<table><tr><td><b><a href=x><ul><li>'.repeat(length / 36),
  'HTML templates': (length) => '<svg><foreignObject><template>'.repeat(length / 30),
  SVG: (length) => `<svg xmlns="http://www.w3.org/2000/svg">${around('<g>', '', '</g>', length)}</svg>`,
  'CSV quotes': (length) => '"'.repeat(length),
  'CSV cells': (length) => '"a""'.repeat(length / 4),
  'Markdown quotes': (length) => `${'> '.repeat(length / 2)}a`,
  'Markdown lists': (length) => stairs(Math.floor(Math.sqrt(length)), '- a'),
  'Markdown links': (length) => around('[', 'a', '](b)', length),
  'Markdown pictures': (length) => '![['.repeat(length / 3),
  'Markdown emphasis': (length) => '**_a '.repeat(length / 5),
  BBCode: (length) => around('[b]', 'a', '[/b]', length),
  'BBCode lists': (length) => '[list][*][quote]'.repeat(length / 16),
  parentheses: (length) => around('(', '1', ')', length),
  blocks: (length) => around('{', '', '}', length),
  selectors: (length) => around('a{b{', 'c:d', '}}', length),
  'a pattern': (length) => around('(a|', 'b', ')*', length),
  'JSON numbers': (length) => `[${'1,'.repeat(length / 2)}1]`,
  'JSON keys': (length) => `{${numbered(length, (n) => `"k${n}":${n}`, ',')}}`,
  'JSON strings of escapes': (length) => `"${String.raw`\u0041`.repeat(length / 6)}"`,
  'JSON objects in a list': (length) => `[${'{"a":1},'.repeat(length / 8)}{}]`,
  'YAML keys': (length) => numbered(length, (n) => `k${n}: ${n}`, '\n'),
  'YAML merges': (length) => `a: &a {x: 1}\n${numbered(length, (n) => `b${n}: {<<: *a}`, '\n')}`,
  'YAML aliases that multiply': (length) =>
    numbered(length, (n) => `a${n}: &a${n} [${n > 0 ? `*a${n - 1},`.repeat(9) : '1'}]`, '\n'),
  'YAML documents': (length) => '---\na\n'.repeat(length / 6),
  'TOML keys of a table': (length) => numbered(length, (n) => `k${n} = ${n}`, '\n'),
  'TOML tables of a list': (length) => '[[a]]\nb = 1\n'.repeat(length / 13),
  'XML siblings': (length) => `<a>${'<b/>'.repeat(length / 4)}</a>`,
  'XML attributes': (length) => `<a ${numbered(length, (n) => `k${n}="1"`, ' ')}/>`,
  'XML entities that multiply': (length) =>
    `<!DOCTYPE a [<!ENTITY e0 "x">${numbered(length, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`, '')}]><a>&e9;</a>`,
  'XML namespaces': (length) => `<a ${numbered(length, (n) => `xmlns:n${n}="u"`, ' ')}/>`,
  'HTML siblings': (length) => '<br>'.repeat(length / 4),
  'HTML attributes': (length) => `<a ${numbered(length, (n) => `k${n}=1`, ' ')}>`,
  'HTML cells': (length) => '<table><td>'.repeat(length / 11),
  'HTML entities': (length) => '&notin;&amp;'.repeat(length / 12),
  'CSV columns': (length) => 'a,'.repeat(length / 2),
  'CSV rows': (length) => 'a,b\n'.repeat(length / 4),
  'CSV rows that grow': (length) => stairs(Math.floor(Math.sqrt(length)), ',').replaceAll(' ', ','),
  'SQL selects': (length) => around('select * from (', 'select 1', ')', length),
  'SQL conditions': (length) => `select ${around('case when a then ', 'b', ' end', length)}`,
  'SQL lists': (length) => `select a from b where c in (${'1,'.repeat(length / 2)}1)`,
  GraphQL: (length) => around('{a', '', '}', length),
  'GraphQL fields': (length) => `{${'a '.repeat(length / 2)}}`,
  JWT: (length) =>
    `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(around('{"a":', '1', '}', length / 2)).toString('base64url')}.AA`,
  'JWT parts': (length) => 'e30.'.repeat(length / 4),
  PEM: (length) => pem(Buffer.from(around('\x30\x80', '', '', length / 2), 'latin1')),
  'PEM of many': (length) => pem(Buffer.from('\x05\0'.repeat(3))).repeat(length / 80),
  'ASN.1 of indefinite length': (length) =>
    Buffer.alloc(length / 2, Buffer.from([0x30, 0x80])).toString('base64'),
  iCalendar: (length) => around('BEGIN:VEVENT\r\n', '', 'END:VEVENT\r\n', length),
  'iCalendar lines': (length) => `BEGIN:VCALENDAR\r\nX:${'a\r\n '.repeat(length / 4)}`,
  vCard: (length) => around('BEGIN:VCARD\r\n', 'FN:a\r\n', 'END:VCARD\r\n', length),
  'quoted printable': (length) => '=41=\r\n'.repeat(length / 6),
  'data URLs': (length) => `data:text/html;${'a=b;'.repeat(length / 4)},x`,
  arithmetic: (length) => `${'1+'.repeat(length / 2)}1`,
  powers: (length) => `${'9^'.repeat(length / 2)}9`,
  digits: (length) => '9'.repeat(length),
  'wide characters': (length) => '日'.repeat(length),
  marks: (length) => `a${'\u0301\u0316'.repeat(length / 2)}`,
};

function numbered(length: number, create: (n: number) => string, between: string): string {
  const parts: string[] = [];
  for (let n = 0, size = 0; size < length; n += 1) {
    const part = create(n);
    parts.push(part);
    size += part.length + between.length;
  }
  return parts.slice(0, -1).join(between);
}

const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;

function around(open: string, inner: string, close: string, length: number): string {
  const depth = Math.floor(length / (open.length + close.length));
  return open.repeat(depth) + inner + close.repeat(depth);
}

const stairs = (depth: number, line: string) =>
  Array.from({ length: depth }, (_, n) => ' '.repeat(n) + line).join('\n');
