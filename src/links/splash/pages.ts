import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import { relativeTime } from '../../web/components/surfaces.ts';
import { html, type View, shortNumber } from '../../web/html.ts';
import { exampleDestination } from '../custom-pages/components.ts';
import { designPages } from '../custom-pages/pages.ts';
import { deletedNotice, namedCell, searchableList, type SearchedPage } from '../owned/lists.ts';
import { ownedActions } from '../owned/menu.ts';
import type { Listed } from '../owned/owned.ts';
import { splashView } from './components.ts';
import { addSplashPage, emptySplash, ownedSplashPages, updateSplashPage } from './splash-pages.ts';
import type { SplashPage } from './splash-pages.ts';

const path = '/dashboard/splash';
const acts = ['edit', 'preview', 'delete'] as const;

const example = () => ({ ...emptySplash, title: t('Your title'), message: t('Your message appears here.') });

/** The owner's list of splash pages, the forms that create and edit them, and previews. */
export const splashPages = designPages(ownedSplashPages, {
  path,
  section: 'splash',
  title: () => t('Splash pages'),
  list: splashPagesView,
  params: { path: '', schema: Type.Object({}), columns: () => ({}) },
  verbs: { add: addSplashPage, update: updateSplashPage },
  add: (app, viewer, _columns, typed, files) => addSplashPage(app, viewer, typed, files),
  words: () => ({
    create: t('New splash page'),
    lead: t('A page shown briefly before the destination.'),
    submit: t('Create splash page'),
    preview: t('Preview of the splash page'),
  }),
  acts: () => acts,
  restored: ({ name }) => t('“{name}” restored.', { name }),
  show: ({ content }, { banner = null, avatar = null }) =>
    splashView(content, { banner, avatar }, exampleDestination, html``),
  example,
  complete: (_columns, typed) => ({
    ...typed,
    title: typed.title?.trim() ? typed.title : example().title,
  }),
});

function splashPagesView(shown: SearchedPage<Listed<SplashPage>>): View {
  return searchableList(
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
        { label: t('Links'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
        { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, shown.now) },
        {
          label: t('Actions'),
          hideLabel: true,
          align: 'end',
          cell: ({ id, name }) => ownedActions(path, { id, name, entries: acts }),
        },
      ],
    },
    shown,
  );
}
