import type { IconName } from '../../web/components/icon-names.ts';

interface Category {
  title: string;
  summary: string;
  icon: IconName;
}

/** The folders of `src/toolkit/tools`, in the order of the catalog. */
export const categories: Readonly<Record<string, Category>> = {
  text: { title: 'Text', summary: 'Count, clean, compare and rewrite text', icon: 'type' },
  encode: { title: 'Encoders', summary: 'Base64, URL, HTML, Unicode and other encodings', icon: 'binary' },
  hash: { title: 'Hashes', summary: 'Checksums and cryptographic digests', icon: 'hash' },
  crypto: { title: 'Cryptography', summary: 'Keys, tokens, passwords and ciphers', icon: 'key-round' },
  format: { title: 'Data formats', summary: 'JSON, YAML, TOML, XML, CSV and more', icon: 'braces' },
  code: { title: 'Code', summary: 'Format, minify and check HTML, CSS, JavaScript and SQL', icon: 'code' },
  generate: { title: 'Generators', summary: 'Ids, test data, links and snippets', icon: 'sparkles' },
  color: { title: 'Colors', summary: 'Convert, mix and check colors', icon: 'palette' },
  number: { title: 'Numbers', summary: 'Bases, statistics, primes and numerals', icon: 'calculator' },
  time: { title: 'Dates and time', summary: 'Timestamps, time zones, cron and calendars', icon: 'clock' },
  units: { title: 'Units', summary: 'Length, mass, temperature and other measures', icon: 'ruler' },
  duration: { title: 'Time units', summary: 'Convert times from nanoseconds to centuries', icon: 'timer' },
  data: { title: 'Data sizes', summary: 'Convert bits, bytes and their multiples', icon: 'hard-drive' },
  image: { title: 'Images', summary: 'Convert, resize, compress and inspect images', icon: 'image' },
  codes: { title: 'QR codes and barcodes', summary: 'Create and read codes', icon: 'qr-code' },
  pdf: { title: 'PDF', summary: 'Merge, split and inspect documents', icon: 'file-text' },
  web: { title: 'Web and SEO', summary: 'URLs, meta tags, robots.txt and redirects', icon: 'globe' },
  network: { title: 'Network', summary: 'DNS, TLS, HTTP and IP addresses', icon: 'network' },
  validate: {
    title: 'Validators',
    summary: 'Email addresses, bank accounts, cards and codes',
    icon: 'badge-check',
  },
  language: { title: 'Language', summary: 'Readability, alphabets and transliteration', icon: 'languages' },
  finance: { title: 'Finance', summary: 'Loans, interest, taxes and margins', icon: 'banknote' },
  calculate: { title: 'Calculators', summary: 'Everyday mathematics, health and science', icon: 'sigma' },
};

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
