import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused, type FormState } from '../../web/form.ts';
import { safeRedirectPath } from '../account/people.ts';
import { isActivated } from '../activation/activation.ts';
import { getSignInWays } from '../providers/providers.ts';
import { pageDevice, replaceSession } from '../sessions/sessions.ts';
import { withAnswers } from '../profile-fields.ts';
import { getAsked, type NewAccount, signUp } from './sign-up.ts';
import { checkUsername, proposeUsername } from './usernames.ts';
import { NewcomerFields, parseNewcomer, registerForm } from './components.ts';
import { notice } from '../../web/components/surfaces.ts';
import { html, type View } from '../../web/html.ts';
import { providerButtons } from '../providers/components.ts';
import type { SignInWays } from '../providers/providers.ts';
import type { SignUpFields } from './sign-up.ts';

const text = (maxLength = 300) => Type.String({ maxLength });

/** Pages to sign up. */
export const signUpPages = [
  page({
    method: 'GET',
    path: '/signup',
    access: 'anyone',
    query: Type.Object({ next: Type.Optional(text(8000)), invitation: Type.Optional(text(60)) }),
    handle: async ({ app, viewer, query }) =>
      viewer
        ? redirect('/')
        : registerView(
            { values: { invitation_code: query.invitation } },
            { ...(await getAsked(app)), next: safeRedirectPath(query.next) },
            await getSignInWays(app),
          ),
  }),
  page({
    method: 'GET',
    path: '/signup/username',
    access: 'anyone',
    limit: { by: ['address'], calls: (config) => config.USERNAME_CHECK_LIMIT, within: minutes(1) },
    query: Type.Object({ username: Type.Optional(text()), name: Type.Optional(text()) }),
    handle: async ({ app, query: { name: ofPerson, username } }) => {
      const typed = username ?? (await proposeUsername(app, ofPerson ?? ''));
      const refusal = await checkUsername(app, typed).catch((error: unknown) => {
        if (error instanceof Problem) return error;
        throw error;
      });
      const name = typed.trim();
      const message = refusal ? t(refusal.text) : t('@{name} is available', { name });
      return {
        type: 'application/json',
        body: JSON.stringify({ username: name, available: !refusal, message }),
      };
    },
  }),
  page({
    method: 'POST',
    path: '/signup',
    verb: signUp,
    access: 'anyone',
    body: Type.Object({ ...NewcomerFields, password: text() }, withAnswers),
    handle: async ({ app, client, body }) => {
      const newcomer: NewAccount = { ...parseNewcomer(body), password: body.password };
      const started = await signUp(app, newcomer, pageDevice(client));
      await replaceSession(app, client, started);
      if (!(await isActivated(app, started.accountId))) return redirect('/activate');
      return redirect(safeRedirectPath(body.next), {
        kind: 'success',
        text: t('Welcome, {name}', { name: newcomer.firstName }),
      });
    },
    again: async ({ app, body }, problem) =>
      registerView(
        refused(body, problem),
        { ...(await getAsked(app)), next: safeRedirectPath(body.next) },
        await getSignInWays(app),
      ),
  }),
];

/** `next` is where to redirect afterwards: a path of this site. */
function registerView(state: FormState, asked: SignUpFields & { next: string }, ways: SignInWays): View {
  const isClosed = asked.registration === 'closed' && !asked.isFirst;
  return {
    title: t('Create account'),
    shape: 'plain',
    body: html`<h1>Create account</h1>
      ${
        isClosed
          ? notice({
              tone: 'warning',
              title: t('Registration is closed'),
              body: t('New accounts are not accepted at the moment.'),
            })
          : html`<p class="lead">
                ${
                  asked.isFirst
                    ? t('This is the first account, so it becomes the operator.')
                    : t('One account for the network and its short links.')
                }
              </p>
              ${ways.hasPasswords && registerForm(state, asked)}`
      }
      ${providerButtons(ways, asked)}
      <p class="plain-more">Already have an account? <a href="/signin">Sign in</a></p>`,
  };
}
