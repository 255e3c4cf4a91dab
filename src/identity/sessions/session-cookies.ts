import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import type { StartedSession } from './begin-session.ts';
import { endSessionOf } from './sessions.ts';

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

/**
 * As `setSessionCookies`, for a browser, in which one person is signed in at a time: ends the session that it had
 * before. Apps can hold several.
 */
export async function replaceSession(app: App, client: Client, started: StartedSession): Promise<void> {
  const { c_user: accountId, xs: token } = client.cookies;
  if (accountId && token && /^\d{1,18}$/.test(accountId)) await endSessionOf(app, accountId, token);
  setSessionCookies(client, started.accountId, started.token);
}

/** Removes what a browser stores for an account. Apps ignore it. */
export function clearBrowser(client: Client): void {
  clearSessionCookies(client);
  client.setHeader('clear-site-data', '"storage"');
}

export function clearSessionCookies(client: Client): void {
  client.clearCookie('c_user');
  client.clearCookie('xs');
  client.clearCookie('workspace');
}
