import { t } from '../../kernel/translation/translate.ts';
import { ById } from '../../kernel/input.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { sessionsView } from './views/sessions-view.ts';

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
    access: 'member',
    handle: async ({ app, viewer, caller }) => {
      await endOtherSessions(app, viewer.id, caller.sessionId);
      return redirect('/settings/sessions', { kind: 'success', text: t('All other sessions signed out') });
    },
  }),
];
