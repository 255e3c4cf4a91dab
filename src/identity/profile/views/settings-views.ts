import { badge } from '../../../platform/html/components/badge.ts';
import { card } from '../../../platform/html/components/card.ts';
import { table } from '../../../platform/html/components/table.ts';
import { textArea, textField } from '../../../platform/html/components/fields/text-field.ts';
import { relativeTime } from '../../../platform/html/components/time.ts';
import { bind, buttonForm, form } from '../../../platform/html/form.ts';
import type { FormState } from '../../../platform/html/form.ts';
import { html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { OpenSession } from '../../sessions/sessions.ts';
import { deviceName } from '../../views/device-name.ts';
import { settings } from '../../views/settings-frame.ts';

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
