import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page } from '../../platform/http/endpoint.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { menuList, menuOpener, rowMenu } from '../../web/components/navigation/row-menu.ts';
import type { MenuEntry, RowMenu } from '../../web/components/navigation/row-menu.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { html, type Html } from '../../web/html.ts';
import { IdParams } from './api.ts';

/** What a workspace can do with its objects besides links. `{list}` is the last part of the list's path. */
const entries = () =>
  ({
    image: { label: t('Image and scans'), icon: 'qr-code', href: '/dashboard/{list}/{id}' },
    links: { label: t('View links'), icon: 'link', href: '/dashboard?tag={name}' },
    change: { label: t('Edit'), icon: 'pencil', href: '/dashboard/{list}/{id}' },
    edit: { label: t('Edit'), icon: 'pencil', href: '/dashboard/{list}/{id}/edit' },
    design: { label: t('Design'), icon: 'palette', href: '/dashboard/{list}/{id}/design' },
    statistics: { label: t('Statistics'), icon: 'chart-line', href: '/dashboard/{list}/{id}/statistics' },
    answers: { label: t('Responses'), icon: 'list', href: '/dashboard/{list}/{id}/answers' },
    preview: { label: t('Preview'), icon: 'eye', href: '/dashboard/{list}/{id}/preview' },
    copy: { label: t('Copy short link'), icon: 'link', copies: '{short}' },
    share: { label: t('Share'), icon: 'share-2', shares: '{short}' },
    delete: { label: t('Delete'), icon: 'trash-2', to: '/dashboard/{list}/{id}/delete', danger: true },
  }) as const satisfies Record<string, MenuEntry>;
type Entry = keyof ReturnType<typeof entries>;

/** The menu of most kinds. */
const usual = ['edit', 'delete'] as const satisfies Entry[];

/** The menu that the rows of all lists share, loaded at first use. */
export const ownedMenu = (): Html => rowMenu(entries(), true, usual.join(' '));

interface OwnedRow {
  id: string;
  name: string;
  entries?: readonly (Entry | false)[] | undefined;
  /** Its short URL, if it has one. */
  short?: string | undefined;
}

const menuOf = (path: string, { id, name, short, entries: own = usual }: OwnedRow): RowMenu<Entry> => ({
  label: t('Actions for {name}', { name }),
  href: `${path}/${id}/menu`,
  entries: own,
  usual: usual.join(' '),
  values: {
    'data-id': id,
    'data-list': path.slice('/dashboard/'.length),
    'data-short': short,
    'data-name': own.includes('links') ? encodeURIComponent(name) : undefined,
  },
});

/** The button that opens the menu of a row. `path` is that of the list. */
export const ownedActions = (path: string, row: OwnedRow): Html => menuOpener('owned', menuOf(path, row));

/** The menu of an object as a page, for readers without scripts. */
export const ownedMenuPage = (options: {
  path: string;
  section: string;
  /** Such as “Campaigns”. */
  title: () => string;
  row: (app: App, viewer: Viewer, id: string) => Promise<OwnedRow>;
}) =>
  page({
    method: 'GET',
    path: `${options.path}/:id/menu`,
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const row = await options.row(app, viewer, String(params.id));
      const menu = menuOf(options.path, row);
      return {
        title: menu.label,
        section: options.section,
        body: html`${pageHeader({
          title: menu.label,
          above: breadcrumbs([{ label: options.title(), href: options.path }, { label: row.name }]),
        })}
        ${menuList(entries(), menu)}`,
      };
    },
  });
