import { t } from '../../../kernel/translation/translate.ts';
import { menuLink } from '../../../web/components/navigation/menu.ts';
import { relativeTime } from '../../../web/components/time.ts';
import type { View } from '../../../web/view.ts';
import { deletedNotice, rowMenu } from '../../owned/components/list-parts.ts';
import { namedCell, searchableList, type SearchedPage } from '../../owned/components/searchable-list.ts';
import type { ListedSplashPage } from '../list-splash-pages.ts';
import { shortNumber } from '../../../web/short-number.ts';

const path = '/dashboard/splash';

export const splashPagesView = (shown: SearchedPage<ListedSplashPage>): View =>
  searchableList(
    {
      section: 'splash',
      path,
      title: t('Splash pages'),
      lead: t('Your own page between a link and its destination.'),
      words: {
        counted: (count) => t('{count, plural, one {# splash page} other {# splash pages}}', { count }),
        search: t('Search splash pages'),
        create: t('New splash page'),
        none: t('No matching splash pages'),
      },
      first: {
        illustration: 'links',
        title: t('Create your first splash page'),
        text: t(
          'Show a message, an image or a button before the redirect. Create one, then choose it as the redirect type of a link.',
        ),
      },
      deleted: deletedNotice(
        path,
        shown.deletedId,
        t('Splash page deleted'),
        t('Links that used it show the default splash page instead.'),
      ),
      rowId: ({ id }) => `splash-${id}`,
      columns: [
        { label: t('Splash page'), main: true, cell: (page) => namedCell(path, page, page.content.title) },
        { label: t('Links'), align: 'end', cell: ({ links }) => shortNumber(links) },
        { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, shown.now) },
        { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
      ],
    },
    shown,
  );

const actions = ({ id, name }: ListedSplashPage) =>
  rowMenu(
    `${path}/${id}`,
    name,
    menuLink({ label: t('Preview'), href: `${path}/${id}/preview`, icon: 'eye' }),
  );
