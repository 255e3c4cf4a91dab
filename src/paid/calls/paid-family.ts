import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { oauthFamily } from '../../platform/http/families/oauth.ts';
import type { Family } from '../../platform/http/family.ts';
import { addressKey } from '../../platform/limits.ts';
import type { LimitRule } from '../../platform/limits.ts';

/** What paid calls and quotes are counted by: in each process for itself, as a quote costs less than a statement that counts it. */
export const paidLimit = ({ config }: Pick<App, 'config'>): LimitRule => ({
  name: 'paid:address',
  calls: config.X402_CALL_LIMIT,
  within: minutes(1),
  local: true,
});

/** Paid calls: the bare body, no account; a refusal without a quote is `{ error, error_description }`. */
export const paidFamily: Family = {
  ...oauthFamily,
  name: 'paid',
  limit: (app, _caller, address) => ({ rule: paidLimit(app), key: addressKey(address) }),
};
