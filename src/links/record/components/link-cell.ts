import { t } from '../../../kernel/translation/translate.ts';
import { copyButton } from '../../../web/components/copy.ts';
import type { Column } from '../../../web/components/table.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';

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
