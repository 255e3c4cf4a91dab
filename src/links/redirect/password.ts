import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPassword } from '../../identity/password.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { passwordField } from '../../platform/html/components/text-field.ts';
import { form, type FormState } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import type { View } from '../../platform/html/layout.ts';
import { addressKey, type LimitRule } from '../../platform/limits.ts';
import type { Decision } from './decision.ts';
import type { Passage } from './passage.ts';
import { unlockedFor, unlocking } from './unlocking.ts';

/** Counted before the password is looked at, so that guesses sent together are counted as well. */
const tries: LimitRule = { name: 'link:password', calls: 5, within: minutes(5) };

/** The page that asks. The form goes to the address it stands at. */
export function askPassword({ target }: Pick<Passage, 'target'>, state: FormState = {}): View {
  return {
    title: 'Password needed',
    shape: 'plain',
    head: html`<meta name="robots" content="noindex" />`,
    // Browsers look at where a form leads in the end, and that may be anywhere.
    policy: { sources: { 'form-action': ['https:', 'http:'] } },
    body: html`<h1>This link has a password</h1>
      <p class="lead">Whoever gave you the link can tell you the password.</p>
      ${form({
        action: target,
        state,
        submit: 'Go on',
        wide: true,
        answersWithPage: true,
        body: passwordField({
          name: 'password',
          error: state.errors?.password,
          label: 'Password',
          purpose: 'current',
          required: true,
        }),
      })}`,
  };
}

/** What whoever sent the form gets: the way on, or the form again. */
export async function takePassword(
  app: App,
  passage: Passage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Decision | View> {
  const { link, address } = passage;
  const key = `${link.id} ${addressKey(request.ip)}`;
  const { exceeded, resetAt } = await app.limits.consume(tries, key);
  if (exceeded) {
    const wait = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
    reply.header('retry-after', wait);
    return refused(
      passage,
      429,
      `Too many tries. Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    );
  }
  const { password } = (request.body ?? {}) as { password?: unknown };
  if (typeof password !== 'string' || password === '')
    return refused(passage, 422, 'Write the password of this link');
  if (!(await isPassword(link.special?.passwordHash ?? undefined, password)))
    return refused(passage, 422, 'That is not the password of this link');
  await app.limits.reset(tries, key);
  const { name, value } = unlocking(app.config, link, app.clock.now().getTime() + unlockedFor);
  reply.setCookie(name, value, {
    path: new URL(address).pathname,
    httpOnly: true,
    sameSite: 'lax',
    secure: address.startsWith('https:'),
    maxAge: unlockedFor / 1000,
  });
  return passage.enter();
}

const refused = (passage: Passage, status: number, message: string): View => ({
  ...askPassword(passage, { errors: { password: message } }),
  status,
});
