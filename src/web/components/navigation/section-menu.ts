import { foldAccents, queryWords } from '../../../kernel/text.ts';
import { asLabel, inSentence, t } from '../../translation/translate.ts';
import { attributes, classes, html, type Html, type View } from '../../html.ts';
import { icon } from '../controls.ts';
import { pageHeader } from '../surfaces.ts';
import { parentLink } from './breadcrumbs.ts';

interface MenuEntry {
  label: string;
  href: string;
  /** Additional lower-case search terms that describe the page. */
  keywords?: string;
}

export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

interface SectionView extends Pick<View, 'title' | 'section' | 'style'> {
  /** The name of the group, which the menu has. The page's own title is the heading. */
  heading: string;
  groups: readonly MenuGroup[];
  /** The entry of the current page. */
  href: string;
  /** The URL of the menu's search, and the current query. */
  search: { action: string; q?: string };
  /** Whether it is the first page of the group, where phones show the menu in place of `body`. */
  isFirst?: boolean;
  /** The page that lists them on phones, to which the others lead back there, in place of the menu. */
  list?: string | undefined;
  body: Html;
}

/** One of a group of pages, such as settings: a grouped menu beside `body`, collapsible on phones. */
export const sectionView = ({
  heading,
  groups,
  href,
  search,
  isFirst = false,
  list,
  body,
  ...view
}: SectionView): View => ({
  style: 'settings',
  ...view,
  wide: true,
  body: html`${pageHeader({ title: view.title, above: list !== undefined && parentLink({ label: heading, href: list }) })}
    <div class="${classes('sectioned', isFirst && 'first', list !== undefined && 'inner')}">
      ${sectionMenu(heading, groups, href, search)}
      <div class="section-body">${body}</div>
    </div>`,
});

function sectionMenu(
  heading: string,
  groups: readonly MenuGroup[],
  href: string,
  { action, q = '' }: SectionView['search'],
): Html {
  const here = groups.flatMap(({ entries }) => entries).find((entry) => entry.href === href);
  return html`<div class="section-menu">
    <form class="section-search" role="search" aria-label="${heading}" action="${action}">
      <div class="input-group">
        <span class="input-icon">${icon('search')}</span>
        <input
          class="input"
          type="search"
          name="q"
          value="${q}"
          maxlength="60"
          placeholder="Search"
          aria-label="Search ${inSentence(heading)}"
        />
      </div>
      <button class="visually-hidden" type="submit">Search</button>
    </form>
    <button class="button section-open" type="button" popovertarget="section-menu">
      <span>${here?.label ?? heading}</span>${icon('chevron-down')}
    </button>
    <nav id="section-menu" aria-label="${heading}" popover>
      ${groups.map(
        ({ label, entries }) =>
          html`<p class="section-group">${label}</p>
            <ul>
              ${entries.map(
                (entry) =>
                  html`<li>
                    <a
                      ${attributes({
                        href: entry.href,
                        'aria-current': entry.href === href ? 'page' : undefined,
                      })}
                      >${entry.label}</a
                    >
                  </li>`,
              )}
            </ul>`,
      )}
    </nav>
  </div>`;
}

/** Entries whose label or keywords contain every word of a query. */
export function findEntries(groups: readonly MenuGroup[], q: string): readonly MenuEntry[] {
  const words = queryWords(q);
  if (words.length === 0) return [];
  return groups
    .flatMap(({ label, entries }) =>
      entries.map((entry) => ({
        entry,
        text: foldAccents(`${label} ${entry.label} ${entry.keywords ?? ''}`),
      })),
    )
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ entry }) => entry);
}

/** The results of a search in the menu. */
export const foundEntries = (q: string, found: readonly MenuEntry[]): Html =>
  html`<section aria-live="polite">
    <h2>${q === '' ? t('Search') : t('Results for “{q}”', { q })}</h2>
    ${
      found.length > 0
        ? html`<ul class="section-results">
            ${found.map(
              ({ href, label, keywords }) =>
                html`<li>
                  <a class="link" href="${href}">${label}</a>
                  ${keywords && html`<span class="section-about">${asLabel(keywords)}</span>`}
                </li>`,
            )}
          </ul>`
        : html`<p class="section-about">
            ${q === '' ? t('Type a word in the search field.') : t('No matching settings. Try fewer or different words.')}
          </p>`
    }
  </section>`;
