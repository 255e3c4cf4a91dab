import { t } from '../../kernel/translation/translate.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPassword } from '../../identity/credentials/password.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import { addressKey, type LimitRule } from '../../platform/limits.ts';
import type { Decision } from './targeting/decision.ts';
import { createPass, passLifetime } from './pass.ts';
import type { Interstitial } from './interstitial.ts';
import { passwordView } from './views/password-view.ts';

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
      t('Too many attempts. Try again in {minutes} min.', { minutes: Math.ceil(wait / 60) }),
    );
  }
  const { password } = (request.body ?? {}) as { password?: unknown };
  if (typeof password !== 'string' || password === '')
    return refused(interstitial, 422, t('Enter the password'));
  if (!(await isPassword(link.special?.passwordHash ?? undefined, password)))
    return refused(interstitial, 422, t('Incorrect password'));
  await app.limits.reset(tries, key);
  setPass(app, interstitial, reply);
  return interstitial.enter();
}

const refused = (interstitial: Interstitial, status: number, message: string): View => ({
  ...passwordView(interstitial, { errors: { password: message } }),
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
