import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { codeOf, oauthFamily } from '../../platform/http/families/oauth.ts';
import type { Family } from '../../platform/http/family.ts';
import { addressKey } from '../../platform/limits.ts';
import type { LimitRule } from '../../platform/limits.ts';

/**
 * Rate limit of paid calls and quotes. Counted per process, because a quote costs less than a statement that
 * counts it.
 */
export const paidLimit = ({ config }: Pick<App, 'config'>): LimitRule => ({
  name: 'paid:address',
  calls: config.X402_CALL_LIMIT,
  within: minutes(1),
  local: true,
});

/**
 * Paid calls: the bare body without an account. An error without a quote is `{ error, error_description }`
 * and names the invalid field.
 */
export const paidFamily: Family = {
  ...oauthFamily,
  name: 'paid',
  refuse: (_app, problem) => ({
    error: codeOf(problem),
    error_description: problem.message,
    ...(problem.field && { field: problem.field }),
  }),
  refusal: Type.Object({
    error: Type.String(),
    error_description: Type.String(),
    field: Type.Optional(Type.String({ description: 'The invalid parameter' })),
  }),
  limit: (app, _caller, address) => ({ rule: paidLimit(app), key: addressKey(address) }),
};
