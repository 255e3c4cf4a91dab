import { Type } from 'typebox';
import { paidOperation, fixed } from '../operation.ts';
import type { AuditReport } from './audit.ts';
import { parseSite, runAudit } from './run-audit.ts';

const Score = Type.Integer({ minimum: 0, maximum: 100 });
const Grade = Type.String({ description: 'A+ to F, on the scale of the HTTP Observatory' });
const categories = ['tls', 'headers', 'protocol', 'seo', 'agents'];

/** A report in the API. */
const AuditRecord = Type.Object(
  {
    url: Type.String(),
    final_url: Type.String({ description: 'The address after redirects' }),
    audited_at: Type.String({ format: 'date-time' }),
    score: Score,
    grade: Grade,
    capped: Type.String({ description: 'The reason for a capped score, or empty' }),
    categories: Type.Array(
      Type.Object({
        id: Type.Enum(categories),
        title: Type.String(),
        score: Type.Union([Score, Type.Null()], { description: 'null if nothing could be checked' }),
        grade: Grade,
      }),
    ),
    checks: Type.Array(
      Type.Object({
        id: Type.String(),
        category: Type.Enum(categories),
        title: Type.String(),
        status: Type.Enum(['pass', 'warn', 'fail', 'na', 'unable'], {
          description: '`na`: not applicable to this site. `unable`: could not be determined. Neither counts',
        }),
        weight: Type.Number({ description: 'Weight within its category. 0 is not counted' }),
        evidence: Type.String({ description: 'The evidence' }),
        fix: Type.String({ description: 'How to fix it, or empty if there is nothing to do' }),
        ref: Type.String({ description: 'Link to documentation' }),
        modifier: Type.Optional(
          Type.Integer({
            description: 'For security headers: points that the HTTP Observatory adds or subtracts',
          }),
        ),
      }),
    ),
    requests: Type.Integer({ description: 'Number of requests to the site' }),
  },
  { title: 'PaidAudit' },
);

/** The example response in the documentation. */
export const exampleReport: AuditReport = {
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

/** The paid audit API. */
export const auditOperation = paidOperation({
  path: '/api/audit',
  title: 'Website audit',
  summary:
    'Audit TLS, security headers, HTTP/2 and HTTP/3, compression, SEO and readiness for AI agents, with scores and fixes',
  description:
    'Takes up to 20 seconds. A site can opt out with a group for `PlazaAudit` in robots.txt. A site that cannot be reached is not charged.',
  tag: 'Tools',
  price: fixed('X402_PRICE_AUDIT'),
  input: Type.Object({
    url: Type.String({
      maxLength: 2000,
      default: '',
      description: 'Public http or https address. Defaults to this site',
    }),
  }),
  output: AuditRecord,
  example: { input: { url: 'https://example.com/' }, output: exampleReport },
  check: (app, { url }) => parseSite(app, url),
  answer: (app, { url }, payer) => runAudit(app, payer, parseSite(app, url)),
});
