/** The website audit has an address among the tools, and pages of its own. */
export const websiteAudit = {
  slug: 'audit',
  title: 'Website audit',
  summary: 'Check encryption, headers, speed, SEO and readiness for AI agents, with fixes',
};

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
