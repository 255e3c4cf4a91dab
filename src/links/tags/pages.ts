import { msg } from '../../kernel/message.ts';
import { t } from '../../web/translation/translate.ts';
import { button } from '../../web/components/button.ts';
import { card } from '../../web/components/card.ts';
import { menu, menuButton, menuLine, menuLink } from '../../web/components/navigation/menu.ts';
import { form } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { shortNumber } from '../../web/short-number.ts';
import { kindPages } from '../owned/pages.ts';
import { tagBadge } from './components.ts';
import { ownedTags, type Tag } from './tags.ts';

const path = '/dashboard/tags';

/** The list of tags, and the forms that create and edit them. */
export const tagPages = kindPages(ownedTags, {
  path,
  section: 'tags',
  perPage: 50,
  title: msg('Tags'),
  lead: msg('Label links to find them again. Entering a new tag on a link also creates it.'),
  caption: msg('Your tags'),
  columns: () => [
    { label: t('Tag'), main: true, cell: tagBadge },
    { label: t('Links'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
    { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
  ],
  empty: {
    illustration: 'links',
    title: msg('Create your first tag'),
    text: msg('Create one above or on a link: a place, a client, a season.'),
  },
  create: {
    title: msg('Create tag'),
    submit: msg('Create tag'),
    form: (state, fields) =>
      html`<div class="maker-card">
        ${card({
          body: form({
            action: path,
            state,
            body: html`<div class="maker tag-maker">
              ${fields} ${button({ label: t('Create tag'), kind: 'primary', busyLabel: t('Creating') })}
            </div>`,
          }),
        })}
      </div>`,
  },
  edit: { title: msg('Edit tag'), path: '/edit' },
  deleted: { title: msg('Tag deleted'), text: msg('Its links were not deleted.') },
  restored: msg('“{name}” restored.'),
});

function actions({ id, name }: Pick<Tag, 'id' | 'name'>): Html {
  const address = `${path}/${id}`;
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
