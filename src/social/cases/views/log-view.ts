import { button } from '../../../web/components/button.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { notesOnPage, type AuditEntry } from '../../../identity/operators/audit.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { moderationPage } from './moderation-frame.ts';

interface LogOptions {
  /** One more than a page has says that there is more. */
  found: readonly AuditEntry[];
  /** What each subject is in words, where it is still there. */
  names: ReadonlyMap<string, string>;
  acts: readonly string[];
  by: string | undefined;
  action: string | undefined;
}

/** Who decided what, when, and why. */
export function logView({ found, names, acts, by, action }: LogOptions): View {
  const entries = found.slice(0, notesOnPage);
  const last = found.length > notesOnPage ? entries.at(-1) : undefined;
  const query = { ...(by && { by }), ...(action && { action }) };
  return moderationPage(
    'Log of decisions',
    '/moderation/log',
    'Every decision of a moderator: who, what, when and why.',
    html`<form class="search-row" action="/moderation/log" method="get" role="search">
        ${textField({ name: 'by', label: 'Who', hideLabel: true, type: 'search', placeholder: 'User name', value: by, maxlength: 64 })}
        ${selectField({
          name: 'action',
          label: 'What',
          hideLabel: true,
          value: action,
          empty: 'Everything',
          choices: acts.map((value) => ({ value, label: value })),
        })}
        ${button({ label: 'Filter' })}
      </form>
      ${table({
        caption: 'Log of decisions',
        rows: entries,
        columns: [
          { label: 'What', main: true, cell: (entry) => entry.action },
          { label: 'About', cell: ({ subject }) => subjectLink(subject, names.get(subject) ?? subject) },
          { label: 'Why', cell: ({ detail }) => detail || '–' },
          {
            label: 'Who',
            cell: ({ username }) => (username === null ? 'somebody who left' : `@${username}`),
          },
          { label: 'When', cell: ({ at }) => relativeTime(at) },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: 'Nothing was decided',
          text: 'Decisions will stand here.',
        }),
      })}
      ${olderNewer({
        older: last ? `/moderation/log?${String(new URLSearchParams({ ...query, before: last.id }))}` : false,
      })}`,
  );
}

function subjectLink(subject: string, name: string): string | Html {
  const [, id] = /^post (\d+)$/.exec(subject) ?? [];
  return id === undefined ? name : html`<a class="link" href="/posts/${id}">${name}</a>`;
}
