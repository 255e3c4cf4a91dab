import { formatSize } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { passwordField } from '../../../web/components/fields/text-field.ts';
import { table } from '../../../web/components/table.ts';
import { day, relativeTime } from '../../../web/components/time.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { DataExport } from '../../exports/exports.ts';

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
      ${passwordField({
        name: 'current',
        ...(id && { id }),
        label: t('Your password'),
        error: state.errors?.current,
        purpose: 'current',
        required: true,
      })}`,
    }),
  });
