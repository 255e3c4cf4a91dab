import { t } from '../../kernel/translation/translate.ts';
import { button } from '../../web/components/button.ts';
import { card } from '../../web/components/card.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { menu, menuButton, menuLine, menuLink } from '../../web/components/navigation/menu.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { table } from '../../web/components/table.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { shortNumber } from '../../web/short-number.ts';
import type { View } from '../../web/view.ts';
import { colorSpot } from '../channels/components.ts';
import { deletedNotice, listPagination, type ListWithFormPage } from '../owned/lists.ts';
import { editView } from '../owned/views.ts';
import type { ListedTag, Tag } from './tags.ts';

const path = '/dashboard/tags';

export const tagsView = (page: ListWithFormPage<ListedTag>): View => ({
  title: t('Tags'),
  section: 'tags',
  body: html`${pageHeader({
    title: t('Tags'),
    lead: t('Label links to find them again. Entering a new tag on a link also creates it.'),
  })}
  ${deletedNotice(path, page.deletedId, t('Tag deleted'), t('Its links were not deleted.'))}
  ${createForm(page.form)} ${card({ flush: true, body: tagTable(page.rows) })}
  ${listPagination(page, (number) => `${path}?page=${number}`)}`,
});

const createForm = (state: FormState): Html =>
  html`<div class="maker-card">
    ${card({
      body: form({
        action: '/dashboard/tags',
        state,
        body: html`<div class="maker tag-maker">
          ${tagFields(state)} ${button({ label: t('Create tag'), kind: 'primary', busyLabel: t('Creating') })}
        </div>`,
      }),
    })}
  </div>`;

const tagTable = (tags: readonly ListedTag[]): Html =>
  table({
    caption: t('Your tags'),
    rows: tags,
    rowId: ({ id }) => `tag-${id}`,
    columns: [
      { label: t('Tag'), main: true, cell: tagBadge },
      { label: t('Links'), align: 'end', cell: ({ links }) => shortNumber(links) },
      { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'links',
      title: t('Create your first tag'),
      text: t('Create one above or on a link: a place, a client, a season.'),
    }),
  });

function actions({ id, name }: ListedTag): Html {
  const address = `/dashboard/tags/${id}`;
  return menu({
    label: t('Actions for {name}', { name }),
    items: html`${menuLink({
      label: t('View links'),
      href: `/dashboard?tag=${encodeURIComponent(name)}`,
      icon: 'link',
    })}
    ${menuLink({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil' })} ${menuLine}
    ${menuButton({ label: t('Delete'), to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
  });
}

/** The page for editing a tag. */
export const tagFormView = ({ id, name }: Tag, state: FormState): View =>
  editView({
    section: 'tags',
    title: t('Edit tag'),
    list: { label: t('Tags'), href: '/dashboard/tags' },
    name,
    action: `/dashboard/tags/${id}/edit`,
    state,
    fields: tagFields(state),
  });

function tagFields(state: FormState): Html {
  const field = bind(state);
  return html`${textField({
    ...field('name'),
    label: t('Name'),
    required: true,
    placeholder: 'print',
    autocomplete: 'off',
    maxlength: 50,
  })}
  ${textField({ ...field('color'), value: state.values?.color ?? '#2a8f64', label: t('Color'), type: 'color' })}`;
}

/** The badge of a tag, which links to its links. */
export const tagBadge = ({ name, color }: Pick<Tag, 'name' | 'color'>): Html =>
  html`<a class="badge tag" href="/dashboard?tag=${encodeURIComponent(name)}">${colorSpot(color)}${name}</a>`;
