import type { Report } from './audit.ts';

/** The example response in the documentation. */
export const exampleReport: Report = {
  url: 'https://example.com/',
  final_url: 'https://example.com/',
  audited_at: '2026-11-22T12:00:00.000Z',
  score: 78,
  grade: 'B',
  capped: '',
  categories: [{ id: 'tls', title: 'Encryption', score: 93, grade: 'A' }],
  checks: [
    {
      id: 'https-redirect',
      category: 'tls',
      title: 'HTTP leads to HTTPS',
      status: 'warn',
      weight: 3,
      evidence: '302 to https://example.com/, which browsers do not cache',
      fix: 'Redirect every http:// URL to the same https:// URL with 301 or 308.',
      ref: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.4.9',
    },
  ],
  requests: 31,
};
