import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { menuLink } from '../../../web/components/navigation/menu.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { deletedNotice, rowMenu } from '../../owned/components/list-parts.ts';
import { namedCell, searchableList, type SearchedPage } from '../../owned/components/searchable-list.ts';
import type { ListedOverlay } from '../list-overlays.ts';
import { hasPart, kinds } from '../overlay.ts';
import { shortNumber } from '../../../web/short-number.ts';

const path = '/dashboard/overlays';
const first = () =>
  t(
    'A message, form, poll or coupon in the corner of the pages you link to. Create one, then choose it as the redirect type of a link.',
  );

export const overlaysView = (shown: SearchedPage<ListedOverlay>): View =>
  searchableList(
    {
      section: 'overlays',
      path,
      title: t('Overlays'),
      lead: t('A box over the pages you link to.'),
      words: {
        counted: (count) => t('{count, plural, one {# overlay} other {# overlays}}', { count }),
        search: t('Search overlays'),
        create: t('New overlay'),
        none: t('No matching overlays'),
      },
      first: { illustration: 'quiet', title: t('Create your first overlay'), text: first() },
      deleted: deletedNotice(
        path,
        shown.deletedId,
        t('Overlay deleted'),
        t('Links that used it now redirect directly.'),
      ),
      rowId: ({ id }) => `overlay-${id}`,
      columns: [
        {
          label: t('Overlay'),
          main: true,
          cell: (overlay) => namedCell(path, overlay, overlay.content.title || overlay.content.pictureText),
        },
        { label: t('Type'), cell: ({ kind }) => badge(kinds()[kind].label) },
        { label: t('Links'), align: 'end', cell: ({ links }) => shortNumber(links) },
        { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, shown.now) },
        { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
      ],
    },
    shown,
  );

const actions = ({ id, name, kind }: ListedOverlay) =>
  rowMenu(
    `${path}/${id}`,
    name,
    html`${hasPart(kind, 'answers') && menuLink({ label: t('Responses'), href: `${path}/${id}/answers`, icon: 'list' })}
    ${menuLink({ label: t('Preview'), href: `${path}/${id}/preview`, icon: 'eye' })}`,
  );
