import { Type } from 'typebox';

const Score = Type.Integer({ minimum: 0, maximum: 100 });
const Grade = Type.String({ description: 'A+ to F, by the chart of the HTTP Observatory' });
const categories = ['tls', 'headers', 'protocol', 'seo', 'agents'];

/** A report as programs get it. */
export const AuditRecord = Type.Object({
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
