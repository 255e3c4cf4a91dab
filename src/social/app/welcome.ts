import { Type } from 'typebox';
import { getOwnProfile } from '../../identity/account/people.ts';
import { setPicture } from '../../identity/profile/pictures.ts';
import { changeProfile } from '../../identity/profile/profile.ts';
import { finishFirstSteps } from '../../identity/sign-up/sign-up.ts';
import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { avatar } from '../../web/components/people.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader } from '../../web/components/surfaces.ts';
import { fileField, pictureTypes } from '../../web/components/fields/file-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { bind, buttonForm, form, type FormState, refused } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { getFirstSteps } from '../feed/front.ts';
import { peopleRows } from '../people/components.ts';
import { listSuggestedPeople } from '../people/lists.ts';
import type { Profile } from '../people/profile.ts';

const member = pagesFor('member');
const maxPeople = 12;

/** The onboarding steps after sign-up. Each can be skipped, and completed steps are not shown again. */
export const welcomePages = [
  member.get({
    path: '/welcome',
    handle: async ({ app, viewer }) =>
      (await getFirstSteps(app, viewer.id)) ? pictureStep(viewer) : redirect('/'),
  }),
  member.post({
    path: '/welcome',
    verb: setPicture,
    files: { fields: ['picture'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, files: [upload] }) => {
      if (upload)
        await setPicture(app, viewer.id, 'picture', upload.file ?? upload.body, { field: 'picture' });
      return redirect('/welcome/about');
    },
    again: ({ viewer }, problem) => pictureStep(viewer, refused({ picture: '' }, problem)),
  }),
  member.get({
    path: '/welcome/about',
    handle: async ({ app, viewer }) => {
      const { biography } = await getOwnProfile(app, viewer.id);
      return aboutStep({ values: { biography } });
    },
  }),
  member.post({
    path: '/welcome/about',
    verb: changeProfile,
    body: Type.Object({ biography: Type.String({ maxLength: 8000, default: '' }) }),
    handle: async ({ app, viewer, body }) => {
      const { firstName, lastName } = await getOwnProfile(app, viewer.id);
      await changeProfile(app, viewer.id, { firstName, lastName, biography: body.biography });
      return redirect('/welcome/people');
    },
    again: ({ body }, problem) => aboutStep(refused(body, problem)),
  }),
  member.get({
    path: '/welcome/people',
    handle: async ({ app, viewer }) => peopleStep(await listSuggestedPeople(app, viewer, maxPeople)),
  }),
  member.post({
    path: '/welcome/finish',
    verb: finishFirstSteps,
    handle: async ({ app, viewer }) => {
      await finishFirstSteps(app, viewer.id);
      return redirect('/', { kind: 'success', text: t('You’re all set') });
    },
  }),
];

const steps = () =>
  [
    { label: t('1. Your picture'), href: '/welcome' },
    { label: t('2. About you'), href: '/welcome/about' },
    { label: t('3. Follow people'), href: '/welcome/people' },
  ] as const;

/** First step: a profile picture. */
const pictureStep = (viewer: Viewer, state: FormState = {}): View =>
  step(
    '/welcome',
    form({
      action: '/welcome',
      state,
      submit: t('Continue'),
      upload: true,
      cancel: { label: t('Skip'), href: '/welcome/about' },
      body: card({
        title: t('Add a profile picture'),
        lead: t('A picture helps people recognize you.'),
        body: html`<div class="welcome-picture">
          ${avatar(viewer, 'huge')}
          ${fileField({
            ...bind(state)('picture'),
            label: t('Picture'),
            hint: t('JPEG, PNG, WebP, AVIF or GIF, at most 16 MiB.'),
            accept: pictureTypes,
          })}
        </div>`,
      }),
    }),
  );

/** Second step: one line about oneself. The rest is asked in settings. */
const aboutStep = (state: FormState): View =>
  step(
    '/welcome/about',
    form({
      action: '/welcome/about',
      state,
      submit: t('Continue'),
      cancel: { label: t('Skip'), href: '/welcome/people' },
      body: card({
        title: t('Introduce yourself in one line'),
        body: textField({
          ...bind(state)('biography'),
          label: t('About you'),
          placeholder: t('Baker from Bernau, here for sourdough and sailing'),
          maxlength: 1000,
        }),
      }),
    }),
  );

/** Last step: people to follow. */
const peopleStep = (people: readonly Profile[]): View =>
  step(
    '/welcome/people',
    html`${card({
      title: t('People to follow'),
      lead: t('Their posts will appear in your feed.'),
      flush: people.length > 0,
      body:
        people.length === 0
          ? emptyState({
              illustration: 'people',
              title: t('You’re the first one here'),
              text: t('Find people under People when they join.'),
              action: linkButton({
                label: t('Invite a member'),
                href: '/settings/invitations',
                icon: 'user-plus',
              }),
            })
          : peopleRows(people, t('People to follow')),
    })}
    ${buttonForm({ to: '/welcome/finish', label: t('Done'), kind: 'primary' })}`,
  );

const step = (href: ReturnType<typeof steps>[number]['href'], body: Html): View => ({
  title: t('Welcome'),
  section: 'home',
  body: html`${pageHeader({
    title: t('Welcome'),
    lead: t('Three quick steps. You can skip any of them.'),
    actions:
      href === '/welcome/people'
        ? linkButton({ label: t('Find more people'), href: '/people', small: true })
        : buttonForm({ to: '/welcome/finish', label: t('Skip all'), small: true }),
  })}
  ${tabs(
    t('Get started'),
    steps().map((each) => ({ ...each, current: each.href === href })),
  )}
  ${body}`,
});
