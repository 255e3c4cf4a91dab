import { dateFormat } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { AccountDeletion } from '../account-deletion.ts';

const day = dateFormat({ dateStyle: 'long' });

export const accountDeletionView = (accountDeletion: AccountDeletion, next: string): View => ({
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
