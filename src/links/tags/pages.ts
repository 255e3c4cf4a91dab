import { msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { shortNumber } from '../../web/html.ts';
import { kindPages } from '../owned/pages.ts';
import { tagBadge } from './components.ts';
import { ownedTags } from './tags.ts';

const path = '/dashboard/tags';

/** The list of tags, and the forms that create and edit them. */
export const tagPages = kindPages(ownedTags, {
  path,
  section: 'tags',
  perPage: 50,
  title: msg('Tags'),
  lead: msg('Label links to find them again. Entering a new tag on a link also creates it.'),
  caption: msg('Your tags'),
  search: {
    counted: (total) => t('{total, plural, one {# tag} other {# tags}}', { total }),
    search: msg('Search tags'),
  },
  columns: () => [
    { label: t('Tag'), main: true, cell: tagBadge },
    { label: t('Links'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
  ],
  acts: ['links', 'edit', 'delete'],
  empty: {
    illustration: 'links',
    title: msg('Create your first tag'),
    text: msg('Create one above or on a link: a place, a client, a season.'),
  },
  create: { title: msg('New tag'), submit: msg('Create tag') },
  edit: { title: msg('Edit tag'), path: '/edit' },
  deleted: { title: msg('Tag deleted'), text: msg('Its links were not deleted.') },
  restored: msg('“{name}” restored.'),
});
