import { interfaceLanguages } from '../../web/translation/languages.ts';
import { changeLanguage } from '../account/email.ts';
import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import { afterSignIn } from '../account-deletion/account-deletion.ts';
import { pageDevice, replaceSession } from '../sessions/sessions.ts';
import { challengeCookie, challengeSeconds } from '../second-factor/challenge.ts';
import { safeRedirectPath } from '../account/people.ts';
import { getSignInWays } from '../providers/providers.ts';
import { signIn } from './sign-in.ts';
import { signInView } from './components.ts';

const text = (maxLength = 300) => Type.String({ maxLength });
const Again = Type.Optional(Type.Literal('1'));
const Next = Type.Object({ next: Type.Optional(Type.String({ maxLength: 8000 })), again: Again });

/** Pages to sign in and to choose a theme and a language. */
export const signInPages = [
  page({
    method: 'GET',
    path: '/signin',
    access: 'anyone',
    query: Next,
    handle: async ({ app, viewer, query }) =>
      viewer && query.again === undefined
        ? redirect(safeRedirectPath(query.next))
        : signInView(
            viewer ? { values: { username_email: viewer.username } } : {},
            { next: safeRedirectPath(query.next), isAgain: query.again !== undefined },
            await getSignInWays(app),
          ),
  }),
  page({
    method: 'POST',
    path: '/signin',
    verb: signIn,
    access: 'anyone',
    body: Type.Object({
      username_email: text(),
      password: text(),
      next: Type.Optional(text(8000)),
      again: Again,
    }),
    handle: async ({ app, client, body }) => {
      const found = await signIn(
        app,
        { usernameOrEmail: body.username_email, password: body.password },
        pageDevice(client),
      ).catch(
        // An unauthenticated error would redirect to the current page.
        (error: unknown) => {
          if ((error as { kind?: string }).kind === 'unauthenticated')
            throw invalid('', (error as Error).message);
          throw error;
        },
      );
      if ('challenge' in found) {
        client.setCookie(challengeCookie, found.challenge.handle, { maxAge: challengeSeconds });
        return redirect(
          `/signin/code?${new URLSearchParams({ next: safeRedirectPath(body.next) }).toString()}`,
        );
      }
      await replaceSession(app, client, found);
      return redirect(await afterSignIn(app, found.accountId, safeRedirectPath(body.next)));
    },
    again: async ({ app, body }, problem) =>
      signInView(
        refused(body, problem),
        { next: safeRedirectPath(body.next), isAgain: body.again !== undefined },
        await getSignInWays(app),
      ),
  }),
  page({
    method: 'POST',
    path: '/theme',
    access: 'anyone',
    body: Type.Object({
      theme: Type.String({ pattern: '^(auto|light|dark)$' }),
      back: Type.Optional(text(2000)),
    }),
    handle: ({ client, body }) => {
      client.setCookie('theme', body.theme, { maxAge: 31_536_000, readable: true });
      return redirect(safeRedirectPath(body.back));
    },
  }),
  page({
    method: 'POST',
    path: '/language',
    verb: changeLanguage,
    access: 'anyone',
    body: Type.Object({
      language: Type.Enum([...interfaceLanguages]),
      back: Type.Optional(text(2000)),
    }),
    handle: async ({ app, viewer, client, body: { language, back } }) => {
      if (viewer) await changeLanguage(app, viewer.id, language);
      else client.setCookie('lang', language, { maxAge: 31_536_000, readable: true });
      return redirect(safeRedirectPath(back));
    },
  }),
];
