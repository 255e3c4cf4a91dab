import { settings } from '../../../identity/views/settings-frame.ts';
import { emptyState } from '../../../platform/html/components/empty-state.ts';
import { table } from '../../../platform/html/components/table.ts';
import { relativeTime } from '../../../platform/html/components/time.ts';
import { buttonForm } from '../../../platform/html/form.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Grant } from '../list-grants.ts';

/** The apps that know who one is. */
export const grantsView = (grants: readonly Grant[]): View =>
  settings(
    'Apps',
    '/settings/apps',
    table({
      caption: 'Apps that know who you are',
      rows: grants,
      columns: [
        { label: 'App', main: true, cell: ({ name }) => name },
        { label: 'Domain', cell: ({ domain }) => domain },
        { label: 'Let in', cell: ({ grantedAt }) => relativeTime(grantedAt) },
        { label: 'Last used', cell: ({ usedAt }) => (usedAt ? relativeTime(usedAt) : 'Never') },
        {
          label: 'End',
          hideLabel: true,
          align: 'end',
          cell: ({ id, name }) =>
            buttonForm({
              to: '/settings/apps/revoke',
              label: 'Shut out',
              kind: 'danger',
              small: true,
              fields: { id },
              confirm: `Shut ${name} out? It can no longer read who you are.`,
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No app knows who you are',
        text: 'When you sign in somewhere else with your account here, that app stands in this list.',
      }),
    }),
  );
