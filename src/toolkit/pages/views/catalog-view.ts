import { t } from '../../../web/translation/translate.ts';
import { emptyState, pageHeader } from '../../../web/components/surfaces.ts';
import { icon } from '../../../web/components/controls.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { jsonLd } from '../../../web/components/open-graph.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { categories, popular, websiteAudit } from '../../catalog/categories.ts';
import type { ToolEntry } from '../../catalog/entry.ts';

interface Options {
  found: readonly ToolEntry[];
  /** Total number without a search. */
  all: number;
  q: string;
  category?: string;
  base: string;
  /** Slugs of the browser's favorite and recent tools. */
  shelves?: { favorites: readonly string[]; recent: readonly string[] };
}

/** Maximum tools of a category in the overview. */
const maxOfCategory = 9;

/** All tools by category, the tools of one category, or search results. */
export function catalogView({ found, all, q, category, base, shelves }: Options): View {
  const here = category === undefined ? undefined : categories[category];
  const path = category === undefined ? '/tools' : `/tools/${category}`;
  const title = here ? `${here.title} tools` : t('Tools');
  const lead =
    here?.summary ??
    t('{all} small tools that do one thing right. Free on these pages, paid per call for programs.', { all });
  return {
    title,
    section: 'tools',
    style: 'tools',
    wide: true,
    description: lead,
    canonical: base + path,
    head: jsonLd({ '@type': 'CollectionPage', name: title, description: lead, url: base + path }),
    body: html`${pageHeader({
        title,
        lead,
        ...(here && { above: html`<a class="back-link" href="/tools">${icon('chevron-left')}All tools</a>` }),
      })}
      ${searchForm(path, q)}
      <turbo-frame id="tools-found" target="_top">
        ${
          found.length === 0
            ? emptyState({
                illustration: 'quiet',
                title: t('No tools found'),
                text: t('Try different words, or browse the categories.'),
              })
            : q === '' && category === undefined
              ? html`${shelf(t('Favorites'), 'star', shelves?.favorites, found)}
                ${shelf(t('Recently used'), 'history', shelves?.recent, found)} ${byCategory(found)}`
              : toolList(found)
        }
      </turbo-frame>`,
  };
}

const searchForm = (path: string, q: string): Html =>
  html`<form
    class="tool-search"
    role="search"
    action="${path}"
    data-turbo-frame="tools-found"
    data-turbo-action="replace"
    data-controller="autosubmit"
    data-action="input->autosubmit#send"
  >
    ${textField({
      name: 'q',
      label: t('Search tools'),
      hideLabel: true,
      type: 'search',
      icon: 'search',
      placeholder: t('Search tools'),
      value: q,
      autocomplete: 'off',
    })}
    <button class="visually-hidden" type="submit" tabindex="-1">Search</button>
  </form>`;

const named = (slugs: readonly string[], found: readonly ToolEntry[]): ToolEntry[] =>
  slugs.flatMap((slug) => found.find((entry) => entry.slug === slug) ?? []);

const shelf = (
  title: string,
  image: IconName,
  slugs: readonly string[] | undefined,
  found: readonly ToolEntry[],
): Html | false =>
  slugs !== undefined &&
  slugs.length > 0 &&
  html`<section class="tool-category">
    <header>
      <span class="tool-icon">${icon(image)}</span>
      <div><h2>${title}</h2></div>
    </header>
    ${toolList(named(slugs, found))}
  </section>`;

const byCategory = (found: readonly ToolEntry[]): Html => {
  const groups = Map.groupBy(found, ({ category }) => category);
  return html`<section class="tool-category">
      <header>
        <span class="tool-icon">${icon('trending-up')}</span>
        <div><h2>Popular</h2></div>
      </header>
      ${toolList([websiteAudit, ...named(popular, found)])}
    </section>
    ${Object.entries(categories).map(([name, { title, summary, icon: image }]) => {
      const tools = groups.get(name) ?? [];
      return (
        tools.length > 0 &&
        html`<section class="tool-category">
          <header>
            <span class="tool-icon">${icon(image)}</span>
            <div>
              <h2><a href="/tools/${name}">${title}</a></h2>
              <p>${summary}</p>
            </div>
            <a class="tool-count" href="/tools/${name}" aria-label="All ${tools.length} ${title} tools"
              >${tools.length}${icon('chevron-right')}</a
            >
          </header>
          ${toolList(tools.slice(0, maxOfCategory))}
        </section>`
      );
    })}`;
};

const toolList = (tools: readonly Pick<ToolEntry, 'slug' | 'title' | 'summary'>[]): Html =>
  html`<ul class="tool-list">
    ${tools.map(
      ({ slug, title, summary }) =>
        html`<li>
          <a href="/tools/${slug}"><strong>${title}</strong><span>${summary}</span></a>
        </li>`,
    )}
  </ul>`;
