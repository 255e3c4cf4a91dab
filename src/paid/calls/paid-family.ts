import { minutes } from '../../kernel/time.ts';
import { oauthFamily } from '../../platform/http/families/oauth.ts';
import type { Family } from '../../platform/http/family.ts';
import { addressKey } from '../../platform/limits.ts';

/** Paid calls: the bare body, no account; a refusal without a quote is `{ error, error_description }`. */
export const paidFamily: Family = {
  ...oauthFamily,
  name: 'paid',
  limit: ({ config }, _caller, address) => ({
    // In each process for itself: a quote costs less than a statement that counts it.
    rule: { name: 'paid:address', calls: config.X402_CALL_LIMIT, within: minutes(1), local: true },
    key: addressKey(address),
  }),
};
