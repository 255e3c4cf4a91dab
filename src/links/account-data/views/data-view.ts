import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { passwordField } from '../../../web/components/fields/text-field.ts';
import { day, relativeTime } from '../../../web/components/time.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Closing } from '../../../identity/closing/closing.ts';
import type { DataExport } from '../../../identity/exports/exports.ts';

interface DataPage {
  now: Date;
  /** How long one may think again. */
  days: number;
  exports: readonly DataExport[];
  closings: readonly Closing[];
  /** The forms that delete the links, resp. the account. */
  links: FormState;
  account: FormState;
}

/** What one has here: to take along, and to have deleted. */
export function dataView(page: DataPage): View {
  const { days, closings, links, account } = page;
  const closing = closings.find(({ scope }) => scope === 'links');
  return {
    title: 'Your data',
    section: 'data',
    body: html`${pageHeader({ title: 'Your data', lead: 'All of it is yours: take it along, or have it deleted.' })}
    ${downloads(page)}
    ${
      closing
        ? pending(closing)
        : deleter({
            title: 'Delete all short links',
            lead: html`Links, bio pages, QR codes, domains, statistics and all that goes with them. Your
            account stays.`,
            to: '/dashboard/data/delete-links',
            id: 'links-current',
            submit: 'Delete my short links',
            days,
            state: links,
            confirm: 'Delete all your short links, with everything that goes with them?',
          })
    }
    ${deleter({
      title: 'Delete your account',
      lead: html`Here and at Plaza, with all that you have at Hop. You are signed out everywhere at once; sign
      in again before the time is over to keep it.`,
      to: '/dashboard/data/delete-account',
      id: 'account-current',
      submit: 'Delete my account',
      days,
      state: account,
      confirm: 'Delete your account?',
    })}`,
  };
}

const downloads = ({ exports, now }: DataPage): Html =>
  card({
    title: 'Download',
    lead: 'One archive with your links as a table, and everything else as JSON.',
    actions: buttonForm({
      to: '/dashboard/data/exports',
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
                    href: `/dashboard/data/exports/${id}`,
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

const pending = ({ dueAt }: Closing): Html =>
  notice({
    tone: 'warning',
    title: 'Your short links will be deleted',
    body: html`<p>On ${day(dueAt)}. Until then they lead on as before.</p>
      ${buttonForm({ to: '/dashboard/data/keep-links', label: 'Keep them', icon: 'reply', small: true })}`,
  });

interface Deleter {
  title: string;
  lead: Fragment;
  to: string;
  id: string;
  submit: string;
  days: number;
  state: FormState;
  confirm: string;
}

const deleter = ({ title, lead, to, id, submit, days, state, confirm }: Deleter): Html =>
  card({
    title,
    lead,
    danger: true,
    body: form({
      action: to,
      state,
      submit,
      submitKind: 'danger',
      confirm,
      body: html`<p>
          Nothing is deleted for ${days === 1 ? 'a day' : `${days} days`}, and short links lead on until then:
          you can think again.
        </p>
        ${passwordField({ name: 'current', id, label: 'Your password', error: state.errors?.current, purpose: 'current', required: true })}`,
    }),
  });
