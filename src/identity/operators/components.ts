import { t } from '../../web/translation/translate.ts';
import { button, linkButton } from '../../web/components/controls.ts';
import { emptyState, table, relativeTime } from '../../web/components/surfaces.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { type Fragment, html, type Html } from '../../web/html.ts';
import { actionLabel } from './audit-actions.ts';
import { type AuditEntry, type AuditNote, notesOnPage } from './audit.ts';

export interface AuditFilter {
  /** One more entry than a page indicates a next page. */
  found: readonly AuditEntry[];
  /** All actions in the filter. */
  actions: readonly string[];
  by: string | undefined;
  action: string | undefined;
}

interface AuditEntries extends AuditFilter {
  path: string;
  caption: string;
  detail: string;
  about: (subject: string) => Fragment;
  empty: { title: string; text: string };
}

/** Entries of the audit log, with a filter by person and action. */
export function auditEntries({
  path,
  caption,
  detail,
  about,
  empty,
  found,
  actions,
  by,
  action,
}: AuditEntries): Html {
  const entries = found.slice(0, notesOnPage);
  const last = found.length > notesOnPage ? entries.at(-1) : undefined;
  const query = { ...(by && { by }), ...(action && { action }) };
  return html`<form class="search-row" action="${path}" method="get" role="search">
      ${textField({ name: 'by', label: t('Actor'), hideLabel: true, type: 'search', placeholder: t('Username'), value: by, maxlength: 64 })}
      ${selectField({
        name: 'action',
        label: t('Action'),
        hideLabel: true,
        value: action,
        empty: t('Everything'),
        choices: actions.map((value) => ({ value, label: actionLabel(value) })),
      })}
      ${button({ label: t('Filter') })}
    </form>
    ${table({
      caption,
      rows: entries,
      columns: [
        { label: t('Action'), main: true, cell: (entry) => actionLabel(entry.action) },
        { label: t('Target'), cell: ({ subject }) => about(subject) },
        { label: detail, cell: (entry) => entry.detail || '–' },
        {
          label: t('Actor'),
          cell: ({ username }) => (username === null ? t('Deleted account') : `@${username}`),
        },
        { label: t('When'), cell: ({ at }) => relativeTime(at) },
      ],
      empty:
        by || action
          ? emptyState({
              illustration: 'search',
              title: t('No matching entries'),
              text: t('Try another actor or action.'),
              action: linkButton({ label: t('Show all'), href: path }),
            })
          : emptyState({ illustration: 'quiet', ...empty }),
    })}
    ${olderNewer({
      older: last !== undefined && `${path}?${new URLSearchParams({ ...query, before: last.id }).toString()}`,
    })}`;
}

/** The columns of what operators did to one account or link. */
export const noteColumns = (now?: Date): Parameters<typeof table<AuditNote>>[0]['columns'] => [
  { label: t('Action'), main: true, cell: ({ action }) => actionLabel(action) },
  { label: t('Detail'), cell: ({ detail }) => detail || '–' },
  {
    label: t('Operator'),
    cell: ({ username }) => (username === null ? t('Deleted account') : `@${username}`),
  },
  { label: t('When'), cell: ({ at }) => relativeTime(at, now) },
];
