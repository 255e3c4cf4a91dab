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
    summary: 'Schedule the deletion of your account',
    description:
      'Deletes all Plaza and Hop data after the grace period. Ends all sessions immediately. Until then the owner can sign in again on the web and cancel the deletion.',
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
