import { t } from '../../../kernel/translation/translate.ts';
import { deletionCard, downloadsCard } from '../../../identity/data-pages.ts';
import type { AccountDeletion } from '../../../identity/account-deletion/account-deletion.ts';
import type { DataExport } from '../../../identity/exports/exports.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { day } from '../../../web/components/time.ts';
import { buttonForm, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

interface DataPage {
  now: Date;
  /** Length of the grace period, in days. */
  days: number;
  exports: readonly DataExport[];
  deletions: readonly AccountDeletion[];
  /** State of the forms that delete the links and the account. */
  links: FormState;
  account: FormState;
}

export const dataPath = '/dashboard/data';

/** The data page: export, and deletion of the links or the account. */
export function dataView({ now, days, exports, deletions, links, account }: DataPage): View {
  const pendingDeletion = deletions.find(({ scope }) => scope === 'links');
  const about = html`<p>
    Deletion starts after ${t('{days, plural, one {# day} other {# days}}', { days })}. Until then, your short
    links keep working and you can cancel.
  </p>`;
  return {
    title: t('Your data'),
    section: 'data',
    body: html`${pageHeader({ title: t('Your data'), lead: t('Download your data, or delete it.') })}
    ${downloadsCard({
      path: dataPath,
      title: t('Download'),
      lead: t('One archive with your links as CSV and everything else as JSON.'),
      exports,
      now,
    })}
    ${
      pendingDeletion
        ? pending(pendingDeletion)
        : deletionCard({
            title: t('Delete all short links'),
            lead: html`Links, bio pages, QR codes, domains, statistics and everything related to them. Your
            account is not deleted.`,
            action: `${dataPath}/delete-links`,
            id: 'links-current',
            submit: t('Delete my short links'),
            confirm: t('Delete all your short links and everything related to them?'),
            about,
            state: links,
          })
    }
    ${deletionCard({
      title: t('Delete your account'),
      lead: html`Deletes your account at Hop and Plaza, with everything in it. You are signed out everywhere
      immediately. To keep your account, sign in again before the deletion.`,
      action: `${dataPath}/delete-account`,
      id: 'account-current',
      submit: t('Delete my account'),
      confirm: t('Delete your account?'),
      about,
      state: account,
    })}`,
  };
}

const pending = ({ dueAt }: AccountDeletion): Html =>
  notice({
    tone: 'warning',
    title: t('Your short links will be deleted'),
    body: html`<p>They will be deleted on ${day(dueAt)}. Until then, they keep working.</p>
      ${buttonForm({ to: `${dataPath}/keep-links`, label: t('Cancel deletion'), icon: 'reply', small: true })}`,
  });
