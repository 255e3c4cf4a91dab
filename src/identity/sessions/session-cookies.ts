import { days } from '../../kernel/time.ts';
import type { Client } from '../../platform/http/caller.ts';

/** The maximum that browsers allow. The server ends sessions (`SESSION_DAYS`) and extends them with each use. */
const maxAge = days(400) / 1000;

/**
 * Sets the two cookies of a signed-in browser: the account id (`c_user`) and the session token (`xs`), which
 * scripts cannot read.
 */
export function setSessionCookies(client: Client, accountId: string, token: string): void {
  client.setCookie('c_user', accountId, { maxAge });
  client.setCookie('xs', token, { maxAge });
}

export function clearSessionCookies(client: Client): void {
  client.clearCookie('c_user');
  client.clearCookie('xs');
  client.clearCookie('workspace');
}
