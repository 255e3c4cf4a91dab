import { Type } from 'typebox';
import { paidOperation } from '../operation.ts';
import { fixed } from '../price.ts';
import { exampleReport } from './example-report.ts';
import { AuditRecord } from './records/audit-record.ts';
import { getTarget } from './get-target.ts';
import { runAudit } from './run-audit.ts';

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
  check: (app, { url }) => getTarget(app, url),
  answer: (app, { url }, payer) => runAudit(app, payer, getTarget(app, url)),
});
