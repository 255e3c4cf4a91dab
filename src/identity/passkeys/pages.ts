import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused, bind, form } from '../../web/form.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { requirePassword } from '../credentials/credentials.ts';
import { afterSignIn } from '../account-deletion/account-deletion.ts';
import { safeRedirectPath } from '../account/people.ts';
import { challengeCookie, findChallenge } from '../second-factor/challenge.ts';
import { secondFactorView } from '../second-factor/components.ts';
import { pageDevice, replaceSession } from '../sessions/sessions.ts';
import { signInView } from '../sign-in/components.ts';
import {
  addPasskey,
  beginPasskey,
  getPasskey,
  listPasskeys,
  passkeyOrigin,
  removePasskey,
} from './passkeys.ts';
import type { Passkey } from './passkeys.ts';
import { getSignInWays } from '../providers/providers.ts';
import { requestPasskey, signInWithPasskey } from './sign-in-with-passkey.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, notice, table, relativeTime } from '../../web/components/surfaces.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { passkeyForm } from '../components/passkey-form.ts';
import { settings } from '../components/settings-frame.ts';
import { currentPasswordField } from '../credentials/components.ts';
import { otherSessionsCard } from '../sessions/components.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });
const credential = text(60_000);

const show = async (app: App, viewer: Viewer, state: FormState = {}) =>
  passkeysView(await listPasskeys(app, viewer), state);

/** Pages to create, list, remove and sign in with passkeys, at the origin of one service. */
export const passkeyPages = (service: 'plazaUrl' | 'hopUrl') => [
  page({
    method: 'GET',
    path: '/settings/passkeys',
    access: 'member',
    handle: ({ app, viewer }) => show(app, viewer),
  }),
  page({
    method: 'POST',
    path: '/settings/passkeys/begin',
    verb: beginPasskey,
    access: 'member',
    body: Type.Object({ name: text(), current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      const options = await beginPasskey(app, viewer, body.name, passkeyOrigin(app.config, service));
      return createPasskeyView(body.name.trim() || t('Passkey'), JSON.stringify(options));
    },
    again: ({ app, viewer, body: { name } }, problem) => show(app, viewer, refused({ name }, problem)),
  }),
  page({
    method: 'POST',
    path: '/settings/passkeys',
    verb: addPasskey,
    access: 'member',
    body: Type.Object({ credential }),
    handle: async ({ app, viewer, body }) => {
      const { name } = await addPasskey(app, viewer, body.credential, passkeyOrigin(app.config, service));
      return redirect('/settings/passkeys', { kind: 'success', text: t('{name} added', { name }) });
    },
    again: ({ app, viewer }, { message }) => show(app, viewer, { message }),
  }),
  page({
    method: 'GET',
    path: '/settings/passkeys/:id/remove',
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) =>
      removePasskeyView(await getPasskey(app, viewer, params.id), {}),
  }),
  page({
    method: 'POST',
    path: '/settings/passkeys/:id/remove',
    verb: removePasskey,
    access: 'member',
    params: ById,
    body: Type.Object({ current: text() }),
    handle: async ({ app, viewer, client, params, body }) => {
      await getPasskey(app, viewer, params.id);
      await requirePassword(app, viewer.id, body.current, client);
      await removePasskey(app, viewer, params.id);
      return redirect('/settings/passkeys', { kind: 'success', text: t('Passkey removed') });
    },
    again: async ({ app, viewer, params }, problem) =>
      removePasskeyView(await getPasskey(app, viewer, params.id), refused({}, problem)),
  }),
  page({
    method: 'POST',
    path: '/signin/passkey/options',
    verb: requestPasskey,
    access: 'anyone',
    handle: async ({ app, client }) => ({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(await requestPasskey(app, passkeyOrigin(app.config, service), pageDevice(client))),
    }),
  }),
  page({
    method: 'POST',
    path: '/signin/passkey',
    verb: signInWithPasskey,
    access: 'anyone',
    // `second` if the passkey replaces the code of a pending sign-in.
    body: Type.Object({
      credential,
      next: text(8000),
      step: Type.Enum(['first', 'second'], { default: 'first' }),
    }),
    handle: async ({ app, client, body }) => {
      const handle = body.step === 'second' ? (client.cookies[challengeCookie] ?? '') : undefined;
      const shown = { credential: body.credential, handle };
      const place = passkeyOrigin(app.config, service);
      const { accountId, token } = await signInWithPasskey(app, shown, place, pageDevice(client)).catch(
        (error: unknown) => {
          // An unauthenticated error would redirect to the current page.
          if (error instanceof Problem && error.kind === 'unauthenticated') throw invalid('', error.text);
          throw error;
        },
      );
      client.clearCookie(challengeCookie);
      await replaceSession(app, client, { accountId, token });
      return redirect(await afterSignIn(app, accountId, safeRedirectPath(body.next)));
    },
    again: async ({ app, client, body }, { message }) => {
      const next = safeRedirectPath(body.next);
      if (body.step !== 'second') return signInView({ message }, { next }, await getSignInWays(app));
      const challenge = await findChallenge(app, client.cookies[challengeCookie] ?? '');
      return secondFactorView({
        state: { message },
        next,
        method: challenge?.method ?? 'app',
        recovers: false,
      });
    },
  }),
];

const here = '/settings/passkeys';

/** The account's passkeys and a form to add another. */
const passkeysView = (passkeys: readonly Passkey[], state: FormState): View =>
  settings(
    t('Passkeys'),
    here,
    html`${passkeys.length > 0 && card({ title: t('Your passkeys'), body: list(passkeys) })}
    ${card({
      title: t('Add a passkey'),
      lead: t(
        'Sign in with your fingerprint, face or screen lock instead of a password. It also replaces the two-factor code.',
      ),
      body: form({
        action: `${here}/begin`,
        state,
        submit: t('Continue'),
        answersWithPage: true,
        body: html`${textField({
          ...bind(state)('name'),
          label: t('Device name'),
          hint: t('Such as “Phone” or “Blue security key”.'),
          maxlength: 60,
        })}
        ${password(state)}`,
      }),
    })}
    ${otherSessionsCard()}`,
  );

const password = (state: FormState): Html =>
  currentPasswordField({ ...bind(state)('current'), label: t('Your password') });

const list = (passkeys: readonly Passkey[]): Html =>
  table({
    caption: t('Your passkeys'),
    rows: passkeys,
    columns: [
      { label: t('Name'), main: true, cell: ({ name }) => name },
      { label: t('Site'), cell: ({ host }) => host },
      { label: t('Added'), cell: ({ createdAt }) => relativeTime(createdAt) },
      {
        label: t('Last used'),
        cell: ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt) : t('Not yet')),
      },
      {
        label: t('Remove'),
        hideLabel: true,
        align: 'end',
        cell: ({ id }) => linkButton({ label: t('Remove'), small: true, href: `${here}/${id}/remove` }),
      },
    ],
  });

const cannot = () =>
  notice({
    tone: 'warning',
    title: t('Passkeys are not supported in this browser'),
    body: t('They need JavaScript, a secure connection and a screen lock.'),
  });

/** The step in which the device creates the passkey. `options` are the browser's creation options as JSON. */
const createPasskeyView = (name: string, options: string): View =>
  settings(
    t('Create passkey'),
    here,
    card({
      title: t('Create the passkey “{name}”', { name }),
      lead: t('Your device will ask for your fingerprint, face or screen lock. You have five minutes.'),
      body: html`${passkeyForm({ action: here, label: t('Create passkey'), kind: 'primary', create: options })}
        <div data-passkey-missing hidden>${cannot()}</div>
        <noscript>${cannot()}</noscript>
        <p><a href="${here}">Cancel</a></p>`,
    }),
  );

const removePasskeyView = ({ id, name, host }: Passkey, state: FormState): View =>
  settings(
    t('Remove a passkey'),
    here,
    card({
      title: t('Remove “{name}”?', { name }),
      lead: t(
        'You will no longer be able to sign in to {host} with it. Delete it from your device as well.',
        { host },
      ),
      danger: true,
      body: form({
        action: `${here}/${id}/remove`,
        state,
        submit: t('Remove'),
        submitKind: 'danger',
        cancel: { label: t('Cancel'), href: here },
        body: password(state),
      }),
    }),
  );
