import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html } from '../../../web/html.ts';
import { listPagination, type ListPage } from './list-parts.ts';

interface AddressList {
  path: string;
  /** "page", "pages" */
  one: string;
  many: string;
  /** "Search bio pages" */
  searchLabel: string;
  search: string;
  table: Html;
}

/** A list of what has short addresses, with a search above it. */
export function addressList(
  { path, one, many, searchLabel, search, table }: AddressList,
  page: Pick<ListPage<unknown>, 'total' | 'page' | 'perPage'>,
): Html {
  const count = `${formatNumber(page.total)} ${page.total === 1 ? one : many}`;
  const query = (number: number) =>
    new URLSearchParams({ ...(search && { q: search }), page: String(number) }).toString();
  return html`<section class="link-list" aria-labelledby="list-title">
    <div class="toolbar">
      <h2 id="list-title">${search ? t('{count} with “{search}”', { count, search }) : count}</h2>
      <form class="search" action="${path}" method="get" role="search">
        ${textField({
          name: 'q',
          label: searchLabel,
          hideLabel: true,
          type: 'search',
          icon: 'search',
          placeholder: searchLabel,
          value: search,
        })}
        <button class="visually-hidden" type="submit">Search</button>
      </form>
    </div>
    <div class="link-table">${card({ flush: true, body: table })}</div>
    ${listPagination(page, (number) => `${path}?${query(number)}`)}
  </section>`;
}
