import { t } from '../../../kernel/translation/translate.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html } from '../../../web/html.ts';

export interface ToolbarWords {
  /** Returns a text such as “3 overlays”. */
  counted: (total: number) => string;
  /** Such as “Search overlays”. */
  search: string;
}

/** The number of rows, and a search field. */
export function listToolbar(options: {
  path: string;
  search: string;
  total: number;
  words: ToolbarWords;
}): Html {
  const { path, search, total, words } = options;
  const count = words.counted(total);
  return html`<div class="toolbar">
    <h2>${search ? t('{count} with “{search}”', { count, search }) : count}</h2>
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
  </div>`;
}

export function listAddress(path: string, search: string, page: number): string {
  const parameters = new URLSearchParams({
    ...(search && { q: search }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
