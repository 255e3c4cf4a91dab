import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { settings } from '../../components/settings-frame.ts';
import { deviceName } from '../device-name.ts';
import type { OpenSession } from '../sessions.ts';

export function sessionsView(sessions: OpenSession[], currentId: string | undefined): View {
  const others = sessions.filter(({ id }) => id !== currentId);
  return settings(
    t('Sessions'),
    '/settings/sessions',
    card({
      title: t('Where you are signed in'),
      lead: t('Sign out sessions you don’t recognize, then change your password.'),
      body: html`${table({
        caption: t('Active sessions'),
        rows: sessions,
        columns: [
          {
            label: t('Device'),
            main: true,
            cell: (session) =>
              html`${deviceName(session)} ${session.id === currentId && badge(t('This session'), 'accent')}`,
          },
          { label: t('IP address'), cell: ({ address }) => address },
          { label: t('Last used'), cell: ({ lastUsedAt }) => relativeTime(lastUsedAt) },
          { label: t('Since'), cell: ({ createdAt }) => relativeTime(createdAt) },
          {
            label: t('Sign out'),
            hideLabel: true,
            align: 'end',
            cell: ({ id }) =>
              id !== currentId &&
              buttonForm({
                label: t('Sign out'),
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
          label: t('Sign out all other sessions'),
          kind: 'danger',
          to: '/settings/sessions/end-others',
          confirm: t('Sign out of all other sessions?'),
        })
      }`,
    }),
  );
}
