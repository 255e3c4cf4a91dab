import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { table } from '../../../web/components/table.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, buttonForm, form } from '../../../web/form.ts';
import type { FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { OpenSession } from '../../sessions/sessions.ts';
import { deviceName } from '../../components/device-name.ts';
import { settings } from '../../components/settings-frame.ts';

export function profileView(state: FormState): View {
  const field = bind(state);
  return settings(
    'Profile',
    '/settings',
    card({
      title: 'Profile',
      lead: 'What others see beside your posts and on your page.',
      body: form({
        action: '/settings',
        state,
        submit: 'Save',
        body: html`${textField({ ...field('first_name'), label: 'First name', autocomplete: 'given-name', maxlength: 64, required: true })}
        ${textField({ ...field('last_name'), label: 'Last name', autocomplete: 'family-name', maxlength: 64, required: true })}
        ${textArea({ ...field('biography'), label: 'About you', rows: 4, maxlength: 1000 })}`,
      }),
    }),
  );
}

export function sessionsView(sessions: OpenSession[], currentId: string | undefined): View {
  const others = sessions.filter(({ id }) => id !== currentId);
  return settings(
    'Sessions',
    '/settings/sessions',
    card({
      title: 'Where you are signed in',
      lead: 'End what you do not know, then change your password.',
      body: html`${table({
        caption: 'Open sessions',
        rows: sessions,
        columns: [
          {
            label: 'Device',
            main: true,
            cell: (session) =>
              html`${deviceName(session)} ${session.id === currentId && badge('This one', 'accent')}`,
          },
          { label: 'Address', cell: ({ address }) => address },
          { label: 'Last used', cell: ({ lastUsedAt }) => relativeTime(lastUsedAt) },
          { label: 'Since', cell: ({ createdAt }) => relativeTime(createdAt) },
          {
            label: 'End',
            hideLabel: true,
            align: 'end',
            cell: ({ id }) =>
              id !== currentId &&
              buttonForm({
                label: 'End',
                kind: 'quiet',
                small: true,
                to: '/settings/sessions/end',
                fields: { id },
              }),
          },
        ],
      })}
      ${
        others.length > 0 &&
        buttonForm({
          label: 'End all others',
          kind: 'danger',
          to: '/settings/sessions/end-others',
          confirm: 'Sign out everywhere but here?',
        })
      }`,
    }),
  );
}
