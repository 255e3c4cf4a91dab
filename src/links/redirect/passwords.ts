import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { isPassword } from '../../identity/credentials/password.ts';
import { sameSecret } from '../../kernel/secrets.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { msg, type Message } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { addressKey, type LimitRule } from '../../platform/limits.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { View } from '../../web/html.ts';
import type { Interstitial } from './followed.ts';
import type { RedirectLink } from './get-links.ts';
import type { Decision } from './targeting/decide.ts';
import { passwordView } from './views.ts';
import { t } from '../../web/translation/translate.ts';

/** Counted before the password is checked, so that concurrent guesses count too. */
const tries: LimitRule = { name: 'link:password', calls: 5, within: minutes(5) };

/** Responds to a submitted password: the redirect, or the form again. */
export async function checkLinkPassword(
  app: App,
  interstitial: Interstitial,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Decision | View> {
  const { link } = interstitial;
  const key = `${link.id} ${addressKey(request.ip)}`;
  const { exceeded, resetAt } = await app.limits.consume(tries, key);
  if (exceeded) {
    const wait = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
    reply.header('retry-after', wait);
    return refused(
      interstitial,
      429,
      msg('Too many attempts. Try again in {minutes} min.', { minutes: Math.ceil(wait / 60) }),
    );
  }
  const { password } = (request.body ?? {}) as { password?: unknown };
  if (typeof password !== 'string' || password === '')
    return refused(interstitial, 422, msg('Enter the password'));
  if (!(await isPassword(link.special?.passwordHash ?? undefined, password)))
    return refused(interstitial, 422, msg('Incorrect password'));
  await app.limits.reset(tries, key);
  setPass(app, interstitial, reply);
  return interstitial.enter();
}

const refused = (interstitial: Interstitial, status: number, message: Message): View => ({
  ...passwordView(interstitial, { errors: { password: t(message) } }),
  status,
});

/** Sets a cookie that remembers the password entry, for this link and a limited time. */
function setPass(app: App, { link, address }: Interstitial, reply: FastifyReply): void {
  const { name, value } = createPass(app.config, link, app.clock.now().getTime() + passLifetime);
  reply.setCookie(name, value, {
    path: new URL(address).pathname,
    httpOnly: true,
    sameSite: 'lax',
    secure: address.startsWith('https:'),
    maxAge: passLifetime / 1000,
  });
}

/** How long the browser can skip the password. */
const passLifetime = hours(1);

type Secret = Pick<Config, 'secretKey'>;

/**
 * Creates a cookie that proves that the password of a link was entered, valid until the given time and for
 * that password only.
 */
function createPass(config: Secret, link: RedirectLink, until: number): { name: string; value: string } {
  return { name: `open-${link.id}`, value: `${until}.${proofOf(config, link, until)}` };
}

/** Whether a Cookie header contains a valid pass. */
export function hasPass(
  config: Secret,
  link: RedirectLink,
  cookies: string | undefined,
  now: number,
): boolean {
  if (!cookies) return false;
  const begin = `open-${link.id}=`;
  const sent = cookies.split(/; */).find((cookie) => cookie.startsWith(begin));
  const [, until, proof = ''] = /^(\d{13})\.([\w-]+)$/.exec(sent?.slice(begin.length) ?? '') ?? [];
  return (
    until !== undefined && Number(until) > now && sameSecret(proof, proofOf(config, link, Number(until)))
  );
}

const proofOf = ({ secretKey }: Secret, { id, special }: RedirectLink, until: number): string =>
  createHmac('sha256', secretKey)
    .update(`open ${id} ${until} ${special?.passwordHash ?? ''}`)
    .digest('base64url');
