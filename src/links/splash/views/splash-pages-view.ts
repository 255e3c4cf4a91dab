import { menuLink } from '../../../web/components/navigation/menu.ts';
import { relativeTime } from '../../../web/components/time.ts';
import type { View } from '../../../web/view.ts';
import { deletedNotice, rowMenu } from '../../owned/components/list-parts.ts';
import { namedCell, searchableList, type SearchedPage } from '../../owned/components/searchable-list.ts';
import type { ListedSplashPage } from '../list-splash-pages.ts';

const path = '/dashboard/splash';

export const splashPagesView = (shown: SearchedPage<ListedSplashPage>): View =>
  searchableList(
    {
      section: 'splash',
      path,
      title: 'Splash pages',
      lead: 'Your own page between a link and its destination.',
      one: 'splash page',
      many: 'splash pages',
      first: {
        illustration: 'links',
        title: 'Create your first splash page',
        text: 'Show a message, an image or a button before the redirect. Create one, then choose it as the type of a link.',
      },
      deleted: deletedNotice(
        path,
        shown.deletedId,
        'Splash page deleted',
        'Links that used it show the default splash page instead.',
      ),
      rowId: ({ id }) => `splash-${id}`,
      columns: [
        { label: 'Splash page', main: true, cell: (page) => namedCell(path, page, page.content.title) },
        { label: 'Links', align: 'end', cell: ({ links }) => links.toLocaleString('en') },
        { label: 'Created', cell: ({ createdAt }) => relativeTime(createdAt, shown.now) },
        { label: 'Actions', hideLabel: true, align: 'end', cell: actions },
      ],
    },
    shown,
  );

const actions = ({ id, name }: ListedSplashPage) =>
  rowMenu(`${path}/${id}`, name, menuLink({ label: 'Preview', href: `${path}/${id}/preview`, icon: 'eye' }));
