import { settings } from '../../../identity/components/settings-frame.ts';
import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { table } from '../../../web/components/table.ts';
import { passwordField } from '../../../web/components/fields/text-field.ts';
import { day, relativeTime } from '../../../web/components/time.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { DataExport } from '../../../identity/exports/exports.ts';

interface DataPage {
  now: Date;
  /** How long one may think again. */
  days: number;
  exports: readonly DataExport[];
  /** In bytes; a quota of 0: no limit. */
  storage: { bytes: number; quota: number };
  hopUrl: string;
  state: FormState;
}

/** What one has here: to take along, and to have deleted. */
export const dataView = (page: DataPage): View =>
  settings('Data', '/settings/data', html`${storageOf(page)} ${downloads(page)} ${deletion(page)}`);

const storageOf = ({ storage: { bytes, quota } }: DataPage): Html =>
  card({
    title: 'Storage',
    body: html`<p>
      ${quota === 0 ? `${sizeOf(bytes)} used.` : `${sizeOf(bytes)} of ${sizeOf(quota)} used.`} Your uploads
      and the pictures of your posts count.
    </p>`,
  });

const downloads = ({ exports, now, hopUrl }: DataPage): Html =>
  card({
    title: 'Download your data',
    lead: html`One archive with all that you have at Plaza as JSON, and the addresses of your files. What you
      have at Hop is <a class="link" href="${hopUrl}/dashboard/data">put together there</a>.`,
    actions: buttonForm({
      to: '/settings/data/exports',
      label: 'Put it together',
      icon: 'download',
      small: true,
    }),
    flush: exports.length > 0,
    body:
      exports.length === 0
        ? html`<p class="quiet">
            It may take some minutes. You get a mail when it is ready, and it is kept for seven days.
          </p>`
        : table({
            caption: 'Your downloads',
            rows: exports,
            columns: [
              { label: 'Asked for', main: true, cell: ({ askedAt }) => relativeTime(askedAt, now) },
              {
                label: 'State',
                cell: ({ readyAt }) => (readyAt ? badge('Ready', 'success') : badge('Being put together')),
              },
              { label: 'Size', align: 'end', cell: ({ bytes }) => (bytes === null ? '–' : sizeOf(bytes)) },
              { label: 'Kept until', cell: ({ expiresAt, readyAt }) => (readyAt ? day(expiresAt) : '–') },
              {
                label: 'Download',
                hideLabel: true,
                align: 'end',
                cell: ({ id, readyAt }) =>
                  readyAt !== null &&
                  linkButton({
                    label: 'Download',
                    href: `/settings/data/exports/${id}`,
                    small: true,
                    data: { 'data-turbo': 'false' },
                  }),
              },
            ],
          }),
  });

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const deletion = ({ days, state }: DataPage): Html =>
  card({
    title: 'Delete your account',
    lead: 'Here and at Hop, with everything in it: posts, comments, friends, files and short links.',
    danger: true,
    body: form({
      action: '/settings/data/delete-account',
      state,
      submit: 'Delete my account',
      submitKind: 'danger',
      confirm: 'Delete your account, here and at Hop?',
      body: html`<p>
          You are signed out everywhere at once. Nothing is deleted for
          ${days === 1 ? 'a day' : `${days} days`}: until then you can sign in again and keep it all. What
          others wrote stays theirs.
        </p>
        ${passwordField({ name: 'current', label: 'Your password', error: state.errors?.current, purpose: 'current', required: true })}`,
    }),
  });
