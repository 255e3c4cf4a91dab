import { Type } from 'typebox';

const Score = Type.Integer({ minimum: 0, maximum: 100 });
const Grade = Type.String({ description: 'A+ to F, on the scale of the HTTP Observatory' });
const categories = ['tls', 'headers', 'protocol', 'seo', 'agents'];

/** A report in the API. */
export const AuditRecord = Type.Object(
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
