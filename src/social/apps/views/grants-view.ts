import { settings } from '../../../identity/components/settings-frame.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
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
