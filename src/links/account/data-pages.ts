import {
  type AccountDeletion,
  cancelAccountDeletion,
  listAccountDeletions,
  requestAccountDeletion,
} from '../../identity/account-deletion/account-deletion.ts';
import { dataPages, deletionCard, downloadsCard, Password } from '../../identity/data-pages.ts';
import { type DataExport, exportJobs, listExports } from '../../identity/exports/exports.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { notice, pageHeader, day } from '../../web/components/surfaces.ts';
import { buttonForm, type FormState, refused } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { hopExport } from './hop-export.ts';

export const accountDataJobs = exportJobs(hopExport);

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

const dataPath = '/dashboard/data';

/** The data page: export, and deletion of the links or the account. */
function dataView({ now, days, exports, deletions, links, account }: DataPage): View {
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

/** Export and deletion of the viewer's own data. */
export const hopDataPages = [
  ...dataPages({
    path: dataPath,
    service: hopExport,
    show: (app, viewer, account) => show(app, viewer, { account }),
  }),
  page({
    method: 'POST',
    path: `${dataPath}/delete-links`,
    verb: requestAccountDeletion,
    access: 'member',
    body: Password,
    handle: async ({ app, viewer, client, body }) => {
      await requestAccountDeletion(app, viewer.id, 'links', { password: body.current, device: client });
      return redirect(dataPath, {
        kind: 'info',
        text: t('Your short links will be deleted. You can still cancel the deletion.'),
      });
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, { links: refused({ current: '', ...body }, problem) }),
  }),
  page({
    method: 'POST',
    path: `${dataPath}/keep-links`,
    verb: cancelAccountDeletion,
    access: 'member',
    handle: async ({ app, viewer }) => {
      const was = await cancelAccountDeletion(app, viewer.id, 'links');
      return redirect(dataPath, {
        kind: 'success',
        text: was ? t('Deletion of your short links canceled.') : t('No deletion was scheduled.'),
      });
    },
  }),
];

async function show(
  app: App,
  viewer: Viewer,
  { links = {}, account = {} }: { links?: FormState | undefined; account?: FormState | undefined },
): Promise<View> {
  return dataView({
    now: app.clock.now(),
    days: app.config.ACCOUNT_DELETION_DAYS,
    exports: await listExports(app, hopExport, viewer),
    deletions: await listAccountDeletions(app, viewer.id),
    links,
    account,
  });
}
