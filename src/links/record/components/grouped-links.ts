import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { linkCell, removeColumn } from './link-cell.ts';
import { shortAddress, shortName, type Link } from '../link.ts';

/** The form that adds a link to a channel or campaign by its short URL. */
export const addByShort = (action: string, state: FormState, label = t('Add a link')): Html =>
  form({
    action,
    state,
    body: html`<div class="maker">
      ${textField({
        ...bind(state)('short'),
        label,
        required: true,
        icon: 'link',
        placeholder: t('Short URL or alias'),
        autocomplete: 'off',
      })}
      ${button({ label: t('Add'), kind: 'primary', busyLabel: t('Adding') })}
    </div>`,
  });

interface GroupedLinks {
  hopUrl: string;
  now: Date;
  links: readonly Link[];
  caption: string;
  /** Returns the path of the form that removes a link. */
  removeTo: (link: Link) => string;
}

/** The links of a channel or campaign. */
export const groupedLinks = ({ hopUrl, now, links, caption, removeTo }: GroupedLinks): Html =>
  table({
    caption,
    rows: links,
    rowId: (link) => `link-${link.id}`,
    columns: [
      { label: t('Link'), main: true, cell: (link) => shownLink(hopUrl, link) },
      { label: t('Created'), cell: (link) => relativeTime(link.createdAt, now) },
      removeColumn(removeTo),
    ],
    empty: emptyState({
      illustration: 'links',
      title: t('No items yet'),
      text: t('Add one of your links above by its short URL.'),
      action: linkButton({ label: t('View your links'), href: '/dashboard' }),
    }),
  });

const shownLink = (hopUrl: string, link: Link): Html =>
  linkCell({
    href: `/dashboard/links/${link.id}`,
    name: shortName({ hopUrl }, link),
    address: shortAddress({ hopUrl }, link),
    about: html`<span>${link.title}</span> · ${link.url}`,
  });
