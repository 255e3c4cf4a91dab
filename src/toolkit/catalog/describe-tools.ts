import type { App } from '../../platform/app.ts';
import { categories } from './categories.ts';
import type { Entry } from './entry.ts';
import { loadTool } from './find-tool.ts';
import { searchTools } from './search-tools.ts';

interface CatalogQuery {
  q?: string;
  category?: string;
}

/** Tools as programs read them, each under its slug or under the short names given. */
export async function describeTools(
  { config }: Pick<App, 'config'>,
  path: string,
  { q = '', category = '' }: CatalogQuery,
  shortNames?: Readonly<Record<string, string>>,
) {
  const found = searchTools(q, category);
  const named: (readonly [string, Entry])[] = shortNames
    ? Object.entries(shortNames).flatMap(([name, slug]) =>
        found.filter((entry) => entry.slug === slug).map((entry) => [name, entry] as const),
      )
    : found.map((entry) => [entry.slug, entry] as const);
  const price = config.X402_PRICE;
  const tools = [];
  // One after the other: each is loaded at its first description, and other requests come between.
  for (const [name, entry] of named) {
    const { input, output } = await loadTool(entry);
    tools.push({
      name,
      title: entry.title,
      summary: entry.summary,
      category: entry.category,
      methods: ['GET', 'POST'],
      url: `${config.plazaUrl}${path}/${name}`,
      page: `${config.plazaUrl}/tools/${entry.slug}`,
      price,
      input,
      output,
    });
  }
  return { count: tools.length, price, categories: countCategories(named.map(([, entry]) => entry)), tools };
}

function countCategories(entries: readonly Entry[]) {
  const counts = Map.groupBy(entries, ({ category }) => category);
  return Object.entries(categories).flatMap(([category, { title, summary }]) => {
    const count = counts.get(category)?.length ?? 0;
    return count > 0 ? [{ category, title, summary, count }] : [];
  });
}
