import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html } from '../../../web/html.ts';
import type { ToolbarWords } from './list-toolbar.ts';
import { listPagination, type ListPage } from './list-parts.ts';

interface AddressList {
  path: string;
  words: ToolbarWords;
  search: string;
  table: Html;
}

/** A list of objects with short addresses, and a search field above it. */
export function addressList(
  { path, words, search, table }: AddressList,
  page: Pick<ListPage<unknown>, 'total' | 'page' | 'perPage'>,
): Html {
  const count = words.counted(page.total);
  const query = (number: number) =>
    new URLSearchParams({ ...(search && { q: search }), page: String(number) }).toString();
  return html`<section class="link-list" aria-labelledby="list-title">
    <div class="toolbar">
      <h2 id="list-title">${search ? t('{count} with “{search}”', { count, search }) : count}</h2>
      <form class="search" action="${path}" method="get" role="search">
        ${textField({
          name: 'q',
          label: words.search,
          hideLabel: true,
          type: 'search',
          icon: 'search',
          placeholder: words.search,
          value: search,
        })}
        <button class="visually-hidden" type="submit">Search</button>
      </form>
    </div>
    <div class="link-table">${card({ flush: true, body: table })}</div>
    ${listPagination(page, (number) => `${path}?${query(number)}`)}
  </section>`;
}
