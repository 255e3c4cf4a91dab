import { formatNumber, t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, table } from '../../web/components/surfaces.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { formatNamed } from './formats.ts';
import {
  countEntries,
  entriesOnPage,
  type EntryState,
  type Import,
  kindLabels,
  type ReportedEntry,
} from './import.ts';

const path = '/settings/import';

interface Report {
  found: Import;
  /** People of a community who were not told yet. */
  uninvited: number;
  /** What was not imported, and one more than on a page if there are others. */
  entries: readonly ReportedEntry[];
}

/** What became of an import, and what can be done next. */
export function report({ found, entries, uninvited }: Report): Html {
  const labels = kindLabels();
  const kinds = formatNamed(found.format).kinds.filter(
    (kind) => countEntries(found, (count) => count.kind === kind && count.state !== 'skipped') > 0,
  );
  const cell = (state: EntryState) => (kind: string) =>
    formatNumber(countEntries(found, (count) => count.kind === kind && count.state === state));
  const done = found.state === 'undone' ? 'undone' : 'done';
  return html`${card({
    title: found.state === 'undone' ? t('Undone') : t('Finished'),
    flush: true,
    body: table({
      caption: t('Entries'),
      rows: kinds,
      columns: [
        { label: t('Entries'), main: true, cell: (kind) => labels[kind] ?? kind },
        {
          label: found.state === 'undone' ? t('Removed') : t('Imported'),
          align: 'end',
          cell: cell(done),
        },
        found.state === 'undone'
          ? { label: t('Kept'), align: 'end', cell: cell('kept') }
          : { label: t('Already here'), align: 'end', cell: cell('known') },
        { label: t('Not imported'), align: 'end', cell: cell('failed') },
      ],
    }),
    ...(found.state === 'finished' && {
      footer: buttonForm({
        to: `${path}/${found.id}/undo`,
        label: t('Undo import'),
        small: true,
        confirm: t('Remove everything that this import added? Posts that others replied to stay.'),
      }),
    }),
  })}
  ${uninvited > 0 && found.state === 'finished' && invitation(found, uninvited)}
  ${entries.length > 0 && problems(found, entries)}`;
}

const invitation = ({ id }: Import, uninvited: number): Html =>
  card({
    title: t('Invite people'),
    body: html`<p>
      ${t(
        'Each gets one email that says where the community is now, and how to set a password. Look at the imported threads first.',
      )}
    </p>`,
    footer: buttonForm({
      to: `${path}/${id}/invite`,
      label: t('Email {n} people', { n: formatNumber(uninvited) }),
      small: true,
      confirm: t('Email {n} people that their account has moved?', { n: formatNumber(uninvited) }),
    }),
  });

/** A page of what is not imported. */
export function problems({ id }: Import, entries: readonly ReportedEntry[], title = t('Not imported')): Html {
  const labels = kindLabels();
  const shown = entries.slice(0, entriesOnPage);
  return card({
    title,
    flush: true,
    body: table({
      caption: title,
      rows: shown,
      columns: [
        {
          label: t('Entry'),
          main: true,
          cell: ({ source }) => html`<span dir="auto">${source}</span>`,
        },
        { label: t('Kind'), cell: ({ kind }) => labels[kind] ?? kind },
        {
          label: t('Reason'),
          cell: ({ state, reason }) => (state === 'kept' ? t('Others replied to it') : reason),
        },
      ],
    }),
    ...(entries.length > entriesOnPage && {
      footer: linkButton({
        label: t('Next page'),
        href: `${path}/${id}?after=${shown.at(-1)?.position ?? 0}`,
        small: true,
      }),
    }),
  });
}
