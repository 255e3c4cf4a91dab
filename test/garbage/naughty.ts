/** Texts that are known to break programs. */
export const hostileTexts: readonly string[] = [
  // Empty and null-like values.
  '', ' ', '\t\n', 'null', 'undefined', 'NaN', 'true', 'false', 'None', '{}', '[]', '{"a":1}',
  // Numbers that are invalid or too large for their storage.
  '0', '-0', '-1', '00', '1.5', '1e309', '0x1F', '1_000', '9007199254740993', '2147483648', '9223372036854775807',
  '9223372036854775808', '-9223372036854775809', '999999999999999999', '9'.repeat(400), '١٢٣', '１２３', 'Infinity',
  // SQL, markup, templates, shells.
  "'", '"', '`', '\\', '\\x', "' or 1=1 --", "'; drop table social.post; --", '%', '_', '$1', '?', ';', '/*',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</textarea><svg onload=alert(1)>', '${7*7}', '{{7*7}}',
  '&lt;', '&#0;', '<!--', ']]>', '$(id)', '|id', '`id`',
  // Paths and addresses.
  '.', '..', '/', '//', '../../../../etc/passwd', '..\\..\\', 'C:\\', 'http://', 'http://[::1', 'http://a@b:99999/',
  'http://169.254.169.254/', 'http://localhost:1/', 'http://xn--', 'xn--a', 'http://ex ample.org', 'HTTP://EXAMPLE.ORG',
  'http://example.org/\u202e', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'mailto:a@b', '@', '#', '#a#b',
  '@@', '@ada@ada', '#'.repeat(2000), '@a '.repeat(900), 'http://a.b '.repeat(300),
  // Line ends and invisible line separators.
  '\r\nSet-Cookie: a=b', 'a\u2028b', 'a\u2029b', 'a\u0085b', '\u0000', 'a\u0000b', '\u0001\u0008\u001b[31m', '\u007f',
  // Unicode.
  '\ud800', 'a\udc00b', '\ud83d', '\ufeff', '\ufffe', '\u202eabc', '\u200b', '\u200d', '\u00ad', 'e\u0301', 'é', 'İstanbul',
  'ß', 'ﬀ', 'ﷺ', '𝒳', 'Z\u0300\u0301\u0302\u0303\u0304'.repeat(40), '👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'a'.repeat(63) + '.org',
  // Times.
  '2026-02-30', '0000-00-00 00:00:00', '2030-01-01 00:00:00', '275760-09-13T00:00:00.001Z', '-000001-01-01', 'infinity', 'epoch', '24:00:00',
  // Names of built-in object members.
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then',
  // Long texts.
  'a'.repeat(300), 'a'.repeat(20_001), '\u00e9'.repeat(8192), '😀'.repeat(3000), '('.repeat(5000), ' '.repeat(10_000),
]; // prettier-ignore

/** Path segments that are not valid percent-encoding, or decode to invalid text. */
export const naughtyPaths: readonly string[] = [
  '%', '%2', '%zz', '%00', 'a%00b', '%ff', '%c0%ae', '%ed%a0%80', '%2e%2e%2f', '%2f', '%5c', '%0d%0a', '%25', '%20', '%E2%80%AE', '+', ';a=b', ',', 'a'.repeat(3000),
]; // prettier-ignore

/** Values of the wrong kind. */
export const naughtyValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  9007199254740993,
  -9223372036854775809,
  2147483648,
  [],
  [[]],
  [null],
  [[[[[[[[]]]]]]]],
  ['a', 1, null, {}],
  {},
  { a: 1 },
  { length: -1 },
  { toString: 1 },
  { toJSON: 'x' },
  { then: null },
  JSON.parse('{"__proto__":{"isOperator":true}}'),
  JSON.parse('{"constructor":{"prototype":{"a":1}}}'),
  { $ne: null },
  { '': '' },
  Array.from({ length: 2000 }, (_, i) => i),
];
