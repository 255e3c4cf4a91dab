import { Type } from 'typebox';
import { ById } from '../kernel/input.ts';
import { formatSize, t } from '../web/translation/translate.ts';
import type { App, Viewer } from '../platform/app.ts';
import { page, type Page, redirect } from '../platform/http/endpoint.ts';
import { badge, card, table, day, relativeTime } from '../web/components/surfaces.ts';
import { linkButton } from '../web/components/controls.ts';
import { buttonForm, form, type FormState, refused } from '../web/form.ts';
import { type Fragment, html, type Html, type View } from '../web/html.ts';
import { requestAccountDeletion } from './account-deletion/account-deletion.ts';
import { currentPasswordField } from './credentials/components.ts';
import { type DataExport, type ExportedService, openExport, requestExport } from './exports/exports.ts';
import { clearBrowser } from './sessions/sessions.ts';

interface DataPage {
  path: string;
  service: ExportedService;
  /** Renders the page. `account` is the rejected state of the form that deletes the account. */
  show: (app: App, viewer: Viewer, account?: FormState) => Promise<View>;
}

export const Password = Type.Object({ current: Type.String({ maxLength: 300, default: '' }) });

/** Pages to download one's data and delete one's account. */
export const dataPages = ({ path, service, show }: DataPage): Page[] => [
  page({ method: 'GET', path, access: 'member', handle: ({ app, viewer }) => show(app, viewer) }),
  page({
    method: 'POST',
    path: `${path}/exports`,
    verb: requestExport,
    access: 'member',
    handle: async ({ app, viewer }) => {
      await requestExport(app, service, viewer);
      return redirect(path, {
        kind: 'success',
        text: t('Preparing your download. You’ll get an email when it’s ready.'),
      });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/exports/:id`,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { stream, size } = await openExport(app, service, viewer, params.id);
      const day = app.clock.now().toISOString().slice(0, 10);
      const fileName = `${service.name.toLowerCase()}-${viewer.username}-${day}.zip`;
      return {
        type: 'application/zip',
        body: stream,
        headers: {
          'content-length': String(size),
          'content-disposition': `attachment; filename="${fileName}"`,
          'cache-control': 'private, no-store',
        },
      };
    },
  }),
  page({
    method: 'POST',
    path: `${path}/delete-account`,
    verb: requestAccountDeletion,
    access: 'member',
    body: Password,
    handle: async ({ app, viewer, client, body }) => {
      await requestAccountDeletion(app, viewer.id, 'account', { password: body.current, device: client });
      clearBrowser(client);
      return redirect('/', {
        kind: 'info',
        text: t('Your account will be deleted. To keep it, sign in again and press “Keep account”.'),
      });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, refused({ current: '', ...body }, problem)),
  }),
];

interface Downloads {
  /** The URL of the page. */
  path: string;
  title: string;
  lead: Fragment;
  exports: readonly DataExport[];
  now: Date;
}

/** The available archives and the button that requests another. */
export const downloadsCard = ({ path, title, lead, exports, now }: Downloads): Html =>
  card({
    title,
    lead,
    actions: buttonForm({
      to: `${path}/exports`,
      label: t('Prepare download'),
      icon: 'download',
      small: true,
    }),
    flush: exports.length > 0,
    body:
      exports.length === 0
        ? html`<p class="quiet">
            This can take a few minutes. You’ll get an email when it’s ready, and it’s available for seven
            days.
          </p>`
        : table({
            caption: t('Your downloads'),
            rows: exports,
            columns: [
              {
                label: t('Requested'),
                main: true,
                cell: ({ requestedAt }) => relativeTime(requestedAt, now),
              },
              {
                label: t('Status'),
                cell: ({ readyAt }) => (readyAt ? badge(t('Ready'), 'success') : badge(t('Preparing'))),
              },
              {
                label: t('Size'),
                align: 'end',
                cell: ({ bytes }) => (bytes === null ? '–' : formatSize(bytes)),
              },
              {
                label: t('Available until'),
                cell: ({ expiresAt, readyAt }) => (readyAt ? day(expiresAt) : '–'),
              },
              {
                label: t('Download'),
                hideLabel: true,
                align: 'end',
                cell: ({ id, readyAt }) =>
                  readyAt !== null &&
                  linkButton({
                    label: t('Download'),
                    href: `${path}/exports/${id}`,
                    small: true,
                    data: { 'data-turbo': 'false' },
                  }),
              },
            ],
          }),
  });

interface Deletion {
  title: string;
  lead: Fragment;
  action: string;
  /** The id of the password field, for pages with several. */
  id?: string;
  submit: string;
  confirm: string;
  /** Explains what happens until the deletion. */
  about: Html;
  state: FormState;
}

/** The form that asks for a password before something is deleted. */
export const deletionCard = ({ title, lead, action, id, submit, confirm, about, state }: Deletion): Html =>
  card({
    title,
    lead,
    danger: true,
    body: form({
      action,
      state,
      submit,
      submitKind: 'danger',
      confirm,
      body: html`${about}
      ${currentPasswordField({
        name: 'current',
        ...(id && { id }),
        label: t('Your password'),
        error: state.errors?.current,
      })}`,
    }),
  });
