/** The website audit is listed among the tools, and has its own pages. */
export const websiteAudit = {
  slug: 'audit',
  title: 'Website audit',
  summary: 'Check encryption, headers, speed, SEO and readiness for AI agents, with fixes',
};

/** Popular tools, at the top of the catalog. */
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
