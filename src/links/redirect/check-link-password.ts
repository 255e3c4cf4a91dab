import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPassword } from '../../identity/credentials/password.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import { addressKey, type LimitRule } from '../../platform/limits.ts';
import type { Decision } from './targeting/decision.ts';
import { createPass, passFor } from './pass.ts';
import type { Passage } from './passage.ts';
import { passwordView } from './views/password-view.ts';

/** Counted before the password is looked at, so that guesses sent together are counted as well. */
const tries: LimitRule = { name: 'link:password', calls: 5, within: minutes(5) };

/** What whoever sent a password gets: the way on, or the form again. */
export async function checkLinkPassword(
  app: App,
  passage: Passage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Decision | View> {
  const { link } = passage;
  const key = `${link.id} ${addressKey(request.ip)}`;
  const { exceeded, resetAt } = await app.limits.consume(tries, key);
  if (exceeded) {
    const wait = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
    reply.header('retry-after', wait);
    return refused(passage, 429, `Too many attempts. Try again in ${Math.ceil(wait / 60)} min.`);
  }
  const { password } = (request.body ?? {}) as { password?: unknown };
  if (typeof password !== 'string' || password === '') return refused(passage, 422, 'Enter the password');
  if (!(await isPassword(link.special?.passwordHash ?? undefined, password)))
    return refused(passage, 422, 'Incorrect password');
  await app.limits.reset(tries, key);
  setPass(app, passage, reply);
  return passage.enter();
}

const refused = (passage: Passage, status: number, message: string): View => ({
  ...passwordView(passage, { errors: { password: message } }),
  status,
});

/** Lets the browser remember that the password was said, for this link alone and for a while. */
function setPass(app: App, { link, address }: Passage, reply: FastifyReply): void {
  const { name, value } = createPass(app.config, link, app.clock.now().getTime() + passFor);
  reply.setCookie(name, value, {
    path: new URL(address).pathname,
    httpOnly: true,
    sameSite: 'lax',
    secure: address.startsWith('https:'),
    maxAge: passFor / 1000,
  });
}
