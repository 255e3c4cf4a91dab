import { Type } from 'typebox';
import { paidOperation } from '../operation.ts';
import { fixed } from '../price.ts';
import { exampleReport } from './example-report.ts';
import { readTarget } from './read-target.ts';

const Score = Type.Integer({ minimum: 0, maximum: 100 });
const Grade = Type.String({ description: 'A+ to F, by the chart of the HTTP Observatory' });
const categories = ['tls', 'headers', 'protocol', 'seo', 'agents'];

const Report = Type.Object({
  url: Type.String(),
  final_url: Type.String({ description: 'Where redirects ended' }),
  audited_at: Type.String({ format: 'date-time' }),
  score: Score,
  grade: Grade,
  capped: Type.String({ description: 'Why the score is lower than its categories say; empty: it is not' }),
  categories: Type.Array(
    Type.Object({
      id: Type.Enum(categories),
      title: Type.String(),
      score: Type.Union([Score, Type.Null()], { description: 'null: nothing could be checked' }),
      grade: Grade,
    }),
  ),
  checks: Type.Array(
    Type.Object({
      id: Type.String(),
      category: Type.Enum(categories),
      title: Type.String(),
      status: Type.Enum(['pass', 'warn', 'fail', 'na', 'unable'], {
        description: '`na`: does not concern this site; `unable`: could not be found out. Neither counts',
      }),
      weight: Type.Number({ description: 'Share of its category; 0: not counted' }),
      evidence: Type.String({ description: 'What was seen' }),
      fix: Type.String({ description: 'How to put it right; empty: nothing to do' }),
      ref: Type.String({ description: 'Where to read about it' }),
      modifier: Type.Optional(
        Type.Integer({ description: 'Of a security header: what the HTTP Observatory adds or takes' }),
      ),
    }),
  ),
  requests: Type.Integer({ description: 'How often the site was asked' }),
});

/** The audit for programs. */
export const auditOperation = paidOperation({
  path: '/api/audit',
  title: 'Website audit',
  summary:
    'Checks of TLS, security headers, HTTP/2 and HTTP/3, compression, SEO and readiness for AI agents, scored with fixes',
  description:
    'Takes up to 20 seconds. A site refuses audits by a group for `PlazaAudit` in robots.txt. What cannot be reached is not charged.',
  tag: 'Tools',
  price: fixed('X402_PRICE_AUDIT'),
  input: Type.Object({
    url: Type.String({
      maxLength: 2000,
      default: '',
      description: 'Public http or https address; without it, this very site is audited',
    }),
  }),
  output: Report,
  example: { input: { url: 'https://example.com/' }, output: exampleReport },
  answer: async (app, { url }) => {
    const target = readTarget(app, url);
    const { runAudit } = await import('./run-audit.ts');
    return runAudit(app, target);
  },
});
