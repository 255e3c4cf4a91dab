import { Type } from 'typebox';
import { dateFormat, t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { safeRedirectPath } from '../account/people.ts';
import { type AccountDeletion, cancelAccountDeletion, listAccountDeletions } from './account-deletion.ts';

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
    verb: cancelAccountDeletion,
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

const day = dateFormat({ dateStyle: 'long' });

const accountDeletionView = (accountDeletion: AccountDeletion, next: string): View => ({
  title: t('Account deletion'),
  shape: 'plain',
  body: accountDeletion.isByOperator ? decided(accountDeletion) : asked(accountDeletion, next),
});

const asked = ({ dueAt }: AccountDeletion, next: string): Html =>
  html`${pageHeader({
    title: t('Keep your account?'),
    lead: t('You requested the deletion of your account. It will be deleted on {day}.', {
      day: day.format(dueAt),
    }),
  })}
  ${buttonForm({ to: '/settings/account-deletion/cancel', label: t('Keep account'), kind: 'primary', fields: { next } })}
  ${linkButton({ label: t('Continue without changes'), href: next, kind: 'plain' })}`;

const decided = ({ dueAt, reason }: AccountDeletion): Html =>
  html`${pageHeader({
      title: t('Your account will be deleted'),
      lead: t('An operator scheduled your account for deletion on {day}.', { day: day.format(dueAt) }),
    })}
    <p>${reason}</p>
    ${linkButton({ label: t('Contact the operators'), href: '/contact' })}
    ${linkButton({ label: t('Download your data'), href: '/settings/data', kind: 'plain' })}`;
