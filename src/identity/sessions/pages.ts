import { ById } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { badge, card, table, relativeTime } from '../../web/components/surfaces.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { settings } from '../components/settings-frame.ts';
import { endOthersForm } from './components.ts';
import { endOtherSessions, endSession, listSessions, type OpenSession } from './sessions.ts';
import { deviceName } from './use.ts';

/** Pages that list a person's sessions and sign out other devices. */
export const sessionPages = [
  page({
    method: 'GET',
    path: '/settings/sessions',
    access: 'member',
    handle: async ({ app, viewer, caller }) =>
      sessionsView(await listSessions(app, viewer.id), caller.sessionId),
  }),
  page({
    method: 'POST',
    path: '/settings/sessions/end',
    verb: endSession,
    access: 'member',
    body: ById,
    handle: async ({ app, viewer, body }) => {
      await endSession(app, viewer.id, body.id);
      return redirect('/settings/sessions', { kind: 'success', text: t('Session signed out') });
    },
  }),
  page({
    method: 'POST',
    path: '/settings/sessions/end-others',
    verb: endOtherSessions,
    access: 'member',
    handle: async ({ app, viewer, caller }) => {
      await endOtherSessions(app, viewer.id, caller.sessionId);
      return redirect('/settings/sessions', { kind: 'success', text: t('All other sessions signed out') });
    },
  }),
];

function sessionsView(sessions: OpenSession[], currentId: string | undefined): View {
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
      ${others.length > 0 && endOthersForm()}`,
    }),
  );
}
