import { t } from '../../kernel/translation/translate.ts';
import { avatar } from '../../web/components/avatar.ts';
import { linkButton } from '../../web/components/button.ts';
import { card } from '../../web/components/card.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { fileField, pictureTypes } from '../../web/components/fields/file-field.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Profile } from '../people/profiles/profile.ts';
import { peopleRows } from '../people/components/people-list.ts';
import { places, work } from '../accounts/components/about-view.ts';

const steps = () =>
  [
    { label: t('1. Your picture'), href: '/welcome' },
    { label: t('2. About you'), href: '/welcome/about' },
    { label: t('3. Follow people'), href: '/welcome/people' },
  ] as const;

/** First step: a profile picture. */
export const pictureStep = (viewer: Viewer, state: FormState = {}): View =>
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

/** Second step: profile details. */
export const aboutStep = (state: FormState): View =>
  step(
    '/welcome/about',
    form({
      action: '/welcome/about',
      state,
      submit: t('Continue'),
      cancel: { label: t('Skip'), href: '/welcome/people' },
      body: html`${card({
        title: t('Bio'),
        body: textArea({ ...bind(state)('biography'), label: t('About you'), rows: 3, maxlength: 1000 }),
      })}
      ${places(state)} ${work(state)}`,
    }),
  );

/** Last step: people to follow. */
export const peopleStep = (people: readonly Profile[]): View =>
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
