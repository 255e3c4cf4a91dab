import { Type } from 'typebox';
import {
  audiences,
  changePrivacy,
  chatSignals,
  getPrivacy,
  messageAudiences,
  type PrivacySettings,
  privateParts,
  requestAudiences,
  toPrivacy,
} from '../../identity/account/privacy.ts';
import { listTitled } from '../../identity/account/people.ts';
import { listFields, withAnswers } from '../../identity/profile-fields.ts';
import { networkNames } from '../../identity/profile/profile.ts';
import {
  inviteToSignUp,
  listSignUpInvitations,
  lives,
  mostUses,
  revokeSignUpInvitation,
} from '../../identity/sign-up/invitations.ts';
import { ById } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { type FormState, refused } from '../../web/form.ts';
import { getAboutForm, saveAboutForm } from './about.ts';
import { aboutView } from './components.ts';
import { changePrivate } from '../relationships/follow-requests.ts';
import { invitationsView, privacyView } from './views.ts';

const member = pagesFor('member');
const text = (maxLength = 300) => Type.String({ maxLength, default: '' });
const address = text(1000);
const Switch = Type.Optional(Type.String({ maxLength: 10 }));

/** Joins lists into comma-separated text, since forms are redisplayed from text values. */
const joined = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );

export const plazaSettingsPages = [
  member.get({
    path: '/settings/about',
    handle: async ({ app, viewer }) => showAbout(app, { values: await getAboutForm(app, viewer.id) }),
  }),
  member.post({
    path: '/settings/about',
    verb: saveAboutForm,
    body: Type.Object(
      {
        gender: text(20),
        birthdate: text(20),
        phone: text(60),
        relationship: text(40),
        website: address,
        country: text(10),
        city: text(),
        hometown: text(),
        work_title: text(),
        work_place: text(),
        work_url: address,
        edu_school: text(),
        edu_major: text(),
        edu_class: text(),
        ...Object.fromEntries(networkNames.map((name) => [`social_${name}`, address])),
      },
      withAnswers,
    ),
    handle: async ({ app, viewer, body }) => {
      await saveAboutForm(app, viewer.id, body);
      return redirect('/settings/about', { kind: 'success', text: t('Saved') });
    },
    again: ({ app, body }, problem) =>
      showAbout(app, refused({ [problem.field]: '', ...joined(body) }, problem)),
  }),
  member.get({
    path: '/settings/privacy',
    handle: async ({ app, viewer }) =>
      privacyView({
        values: { ...toValues(await getPrivacy(app, viewer.id)), private: viewer.isPrivate ? 'on' : '' },
      }),
  }),
  member.post({
    path: '/settings/privacy',
    verb: changePrivacy,
    body: Type.Object({
      ...Object.fromEntries(privateParts.map((part) => [part, Type.Optional(Type.Enum([...audiences]))])),
      requests: Type.Optional(Type.Enum([...requestAudiences])),
      messages: Type.Optional(Type.Enum([...messageAudiences])),
      ...Object.fromEntries(chatSignals.map((signal) => [signal, Switch])),
      listed: Switch,
      offered: Switch,
      private: Switch,
    }),
    handle: async ({ app, viewer, body }) => {
      const { listed, offered, private: isPrivate, ...given } = body;
      const present = toValues(await getPrivacy(app, viewer.id));
      await changePrivacy(
        app,
        viewer.id,
        toPrivacy({
          ...present,
          ...given,
          ...Object.fromEntries(
            chatSignals.map((signal) => [signal, (body as Record<string, unknown>)[signal] === 'on']),
          ),
          listed: listed === 'on',
          offered: offered === 'on',
        }),
      );
      if ((isPrivate === 'on') !== viewer.isPrivate) await changePrivate(app, viewer, isPrivate === 'on');
      return redirect('/settings/privacy', { kind: 'success', text: t('Saved') });
    },
    again: ({ body }, problem) => privacyView(refused(body, problem)),
  }),
  member.get({
    path: '/settings/invitations',
    handle: ({ app, viewer }) => showInvitations(app, viewer),
  }),
  member.post({
    path: '/settings/invitations',
    verb: inviteToSignUp,
    body: Type.Object({
      email: text(),
      uses: Type.Integer({ minimum: 1, maximum: mostUses, default: 1 }),
      life: Type.Union(
        lives.map((each) => Type.Literal(each)),
        { default: 14 },
      ),
    }),
    handle: async ({ app, viewer, body }) => {
      await inviteToSignUp(app, viewer, body);
      return redirect('/settings/invitations', {
        kind: 'success',
        text: body.email.trim() === '' ? t('Invitation link created') : t('Invitation sent'),
      });
    },
    again: ({ app, viewer, body }, problem) => showInvitations(app, viewer, refused(body, problem)),
  }),
  member.post({
    path: '/settings/invitations/take-back',
    verb: revokeSignUpInvitation,
    body: ById,
    handle: async ({ app, viewer, body }) => {
      await revokeSignUpInvitation(app, viewer, body.id);
      return redirect('/settings/invitations', { kind: 'success', text: t('Invitation revoked') });
    },
  }),
];

async function showAbout(app: App, state: FormState) {
  const { genders } = await getSiteSettings(app);
  return aboutView({
    state,
    genders: genders ? await listTitled(app, 'gender') : [],
    fields: await listFields(app),
  });
}

const toValues = ({
  parts,
  requests,
  messages,
  shares,
  isListed,
  isOffered,
}: PrivacySettings): Record<string, string> => ({
  ...parts,
  requests,
  messages,
  ...Object.fromEntries(chatSignals.map((signal) => [signal, shares[signal] ? 'on' : ''])),
  listed: isListed ? 'on' : '',
  offered: isOffered ? 'on' : '',
});

const showInvitations = async (app: App, viewer: Viewer, state: FormState = {}) =>
  invitationsView({
    invitations: await listSignUpInvitations(app, viewer),
    now: app.clock.now(),
    base: app.config.plazaUrl,
    state,
  });
