import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { safeRedirectPath } from '../account/own-path.ts';
import { accountDeletionView } from './views/account-deletion-view.ts';
import { cancelAccountDeletion, listAccountDeletions } from './account-deletion.ts';

const Next = Type.Object({ next: Type.Optional(Type.String({ maxLength: 8000 })) });

/**
 * Pages where the owner of an account scheduled for deletion can keep it with a button, after signing in
 * completely.
 */
export const accountDeletionPages = [
  page({
    method: 'GET',
    path: '/settings/account-deletion',
    access: 'member',
    query: Next,
    handle: async ({ app, viewer, query }) => {
      const accountDeletion = (await listAccountDeletions(app, viewer.id)).find(
        ({ scope }) => scope === 'account',
      );
      return accountDeletion
        ? accountDeletionView(accountDeletion, safeRedirectPath(query.next))
        : redirect(safeRedirectPath(query.next));
    },
  }),
  // The old URL, still in bookmarks and browser histories.
  page({
    method: 'GET',
    path: '/settings/closing',
    access: 'member',
    handle: () => redirect('/settings/account-deletion'),
  }),
  page({
    method: 'POST',
    path: '/settings/account-deletion/cancel',
    access: 'member',
    body: Next,
    handle: async ({ app, viewer, body }) => {
      await cancelAccountDeletion(app, viewer.id, 'account');
      return redirect(safeRedirectPath(body.next), {
        kind: 'success',
        text: t('Your account will not be deleted'),
      });
    },
  }),
];
