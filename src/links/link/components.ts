import { t } from '../../web/translation/translate.ts';
import { button, linkButton, copyButton } from '../../web/components/controls.ts';
import { emptyState, type Column, table, relativeTime } from '../../web/components/surfaces.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { menu, menuLink } from '../../web/components/navigation/menu.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { type Fragment, html, type Html } from '../../web/html.ts';
import { type Link, shortAddress, shortName } from './link.ts';

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

interface LinkCell {
  /** URL of its page. */
  href: string;
  /** The short URL for display, and for copying. */
  name: string;
  address: string;
  about: Fragment;
}

/** A table cell for an object with a short URL: the URL with a copy button, and details. */
export const linkCell = ({ href, name, address, about }: LinkCell): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short">
      <a href="${href}">${name}</a>
      ${copyButton(address, t('Copy {name}', { name }))}
    </p>
    <p class="link-cell-about">${about}</p>
  </div>`;

/** A column with a button that removes the row's item from its group. */
export const removeColumn = <Row>(to: (row: Row) => string): Column<Row> => ({
  label: t('Remove'),
  hideLabel: true,
  align: 'end',
  cell: (row) => buttonForm({ to: to(row), label: t('Remove'), icon: 'x', small: true }),
});

/** Links that hand a short URL to mail and networks. Nothing is loaded from them before. */
export const linkShareMenu = (short: string, title: string): Html => {
  const [url, text] = [short, title].map(encodeURIComponent);
  return menu({
    label: t('Share'),
    text: t('Share'),
    icon: 'share-2',
    items: html`${[
      { label: t('Email'), icon: 'mail' as const, href: `mailto:?subject=${text}&body=${url}` },
      { label: 'WhatsApp', href: `https://wa.me/?text=${url}` },
      { label: 'X', href: `https://x.com/intent/post?url=${url}&text=${text}` },
      { label: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
      { label: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    ].map((each) => menuLink({ icon: 'external-link', ...each }))}`,
  });
};
