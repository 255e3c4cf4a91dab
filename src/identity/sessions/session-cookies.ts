import { days } from '../../kernel/time.ts';
import type { Client } from '../../platform/http/caller.ts';

/** As long as browsers allow: when a session ends is the server's to say, which moves the day with each use. */
const maxAge = days(400) / 1000;

/** A browser is signed in by two cookies: who (`c_user`), and the session's token (`xs`), which no script may read. */
export function setSessionCookies(client: Client, accountId: string, token: string): void {
  client.setCookie('c_user', accountId, { maxAge });
  client.setCookie('xs', token, { maxAge });
}

export function clearSessionCookies(client: Client): void {
  client.clearCookie('c_user');
  client.clearCookie('xs');
  client.clearCookie('workspace');
}
