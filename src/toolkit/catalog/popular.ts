/** What people come for, on top of the catalog. */
export const popular: readonly string[] = [
  'json-formatter',
  'password-generator',
  'qr-code-generator',
  'image-optimizer',
  'character-counter',
  'base64-converter',
  'hash-generator',
  'jwt-decoder',
  'timestamp-converter',
  'regex-tester',
  'color-converter',
  'convert',
];
