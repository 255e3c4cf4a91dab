import { t } from '../../translation/translate.ts';
import { attributes, html, type Html } from '../../html.ts';
import { icon } from '../controls.ts';

/** Numbered pagination. `page` counts from 1. Omitted for a single page. */
export function pagination(options: {
  page: number;
  pages: number;
  href: (page: number) => string;
}): Html | false {
  const { page, pages, href } = options;
  if (pages <= 1) return false;
  return html`<nav class="pagination" aria-label="Pages">
    ${step(page > 1 && href(page - 1), 'prev')}
    <ol>
      ${shownPages(page, pages).map((number) =>
        number === null
          ? html`<li class="pagination-gap" aria-hidden="true">…</li>`
          : html`<li>
              <a
                ${attributes({
                  href: href(number),
                  'aria-current': number === page ? 'page' : undefined,
                  'aria-label': t('Page {number}', { number }),
                })}
                >${number}</a
              >
            </li>`,
      )}
    </ol>
    ${step(page < pages && href(page + 1), 'next')}
  </nav>`;
}

/**
 * Links to older and newer entries, for lists with cursor pagination. Scripts add the older ones to the list before it,
 * unless the pages are steps, with words of their own.
 */
export function olderNewer(options: {
  newer?: string | false;
  older?: string | false;
  /** The name of the list, if a page has several. */
  label?: string;
  /** Other words than “Newer” and “Older”. */
  labels?: readonly [string, string];
}): Html | false {
  if (!options.newer && !options.older) return false;
  const [newer, older] = options.labels ?? [t('Newer'), t('Older')];
  return html`<nav
    class="pagination"
    ${attributes({ 'aria-label': options.label ?? t('Pages'), 'data-continues': options.labels === undefined })}
  >
    ${step(options.newer ?? false, 'prev', newer)} ${step(options.older ?? false, 'next', older)}
  </nav>`;
}

/** The first and last page, and those around the current one. Null is a gap. */
export function shownPages(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const shown: (number | null)[] = [];
  for (const number of [...new Set(wanted)].sort((a, b) => a - b)) {
    const before = shown.at(-1) ?? 0;
    if (number - before === 2) shown.push(number - 1);
    else if (number - before > 2) shown.push(null);
    shown.push(number);
  }
  return shown;
}

function step(
  href: string | false,
  rel: 'prev' | 'next',
  label = rel === 'prev' ? t('Previous') : t('Next'),
): Html {
  const content =
    rel === 'prev' ? html`${icon('chevron-left')}${label}` : html`${label}${icon('chevron-right')}`;
  return href === false
    ? html`<span class="pagination-step" aria-hidden="true">${content}</span>`
    : html`<a class="pagination-step" href="${href}" rel="${rel}">${content}</a>`;
}
