import { t } from '../../../kernel/translation/translate.ts';
import { copyButton } from '../../../web/components/copy.ts';
import type { Column } from '../../../web/components/table.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';

interface LinkCell {
  /** Its page. */
  href: string;
  /** As people read it, and as it is copied. */
  name: string;
  address: string;
  about: Fragment;
}

/** What has a short address, in a table: the address to copy, and what it is below. */
export const linkCell = ({ href, name, address, about }: LinkCell): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short">
      <a href="${href}">${name}</a>
      ${copyButton(address, t('Copy {name}', { name }))}
    </p>
    <p class="link-cell-about">${about}</p>
  </div>`;

/** The button that takes something out of its group. */
export const removeColumn = <Row>(to: (row: Row) => string): Column<Row> => ({
  label: t('Remove'),
  hideLabel: true,
  align: 'end',
  cell: (row) => buttonForm({ to: to(row), label: t('Remove'), icon: 'x', small: true }),
});
