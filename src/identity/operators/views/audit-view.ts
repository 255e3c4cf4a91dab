import { button } from '../../../web/components/button.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Fragment } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { notesOnPage, type AuditEntry } from '../audit.ts';
import { operator } from '../../components/operator-frame.ts';

interface AuditPage {
  /** One more than a page has says that there is more. */
  found: readonly AuditEntry[];
  actions: readonly string[];
  by: string | undefined;
  action: string | undefined;
}

/** What operators did here, for whoever must answer for it. */
export function auditView({ found, actions, by, action }: AuditPage): View {
  const entries = found.slice(0, notesOnPage);
  const last = found.length > notesOnPage ? entries.at(-1) : undefined;
  const query = { ...(by && { by }), ...(action && { action }) };
  return operator(
    'Audit trail',
    '/operator/audit',
    html`<form class="search-row" action="/operator/audit" method="get" role="search">
        ${textField({ name: 'by', label: 'Who', hideLabel: true, type: 'search', placeholder: 'User name', value: by, maxlength: 64 })}
        ${selectField({
          name: 'action',
          label: 'What',
          hideLabel: true,
          value: action,
          empty: 'Everything',
          choices: actions.map((value) => ({ value, label: value })),
        })}
        ${button({ label: 'Filter' })}
      </form>
      ${table({
        caption: 'Audit trail',
        rows: entries,
        columns: [
          { label: 'What', main: true, cell: (entry) => entry.action },
          { label: 'About', cell: ({ subject }) => subjectLink(subject) },
          { label: 'Detail', cell: ({ detail }) => detail || '–' },
          {
            label: 'Who',
            cell: ({ username }) => (username === null ? 'Somebody who left' : `@${username}`),
          },
          { label: 'When', cell: ({ at }) => relativeTime(at) },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: 'Nothing in the trail',
          text: 'What operators do is written down here, and stays.',
        }),
      })}
      ${olderNewer({
        older:
          last !== undefined &&
          `/operator/audit?${new URLSearchParams({ ...query, before: last.id }).toString()}`,
      })}`,
  );
}

function subjectLink(subject: string): Fragment {
  const id = /^person (\d+)$/.exec(subject)?.[1];
  return id === undefined
    ? subject || '–'
    : html`<a class="link" href="/operator/people/${id}">${subject}</a>`;
}
