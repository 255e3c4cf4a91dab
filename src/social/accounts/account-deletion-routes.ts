import { requestAccountDeletion } from '../../identity/account-deletion/account-deletion.ts';
import { clearSessionCookies } from '../../identity/sessions/session-cookies.ts';
import { Problem } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { DeleteAccount, Deleted } from './wire.ts';

const member = operations('User and data', 'member');

export const accountDeletionRoutes = [
  member.post({
    path: '/apis/php/user/delete',
    summary: 'Have one’s own account deleted',
    description:
      'Everything at Plaza and at Hop is deleted once the time to think again is over. Ends every session at once; until then its owner keeps it by a button on the web, after signing in again.',
    body: DeleteAccount,
    returns: Envelope(Deleted),
    example: { password: 'a long and quiet sentence' },
    handle: async ({ app, viewer, client, body }) => {
      const { dueAt } = await requestAccountDeletion(app, viewer.id, 'account', {
        password: body.password,
        device: client,
      }).catch((error: unknown) => {
        if (error instanceof Problem && error.field === 'current')
          throw new Problem(error.kind, error.message, { field: 'password' });
        throw error;
      });
      clearSessionCookies(client);
      return {
        message: 'Your account will be deleted. To keep it, sign in again and press “Keep account”.',
        data: { deleted_at: dueAt.toISOString() },
      };
    },
  }),
];
