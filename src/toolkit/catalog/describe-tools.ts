import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../kernel/project-folder.ts';
import type { App } from '../../platform/app.ts';
import { categories } from './categories.ts';
import type { Entry } from './entry.ts';
import { searchTools } from './search-tools.ts';

interface CatalogQuery {
  q?: string;
  category?: string;
}

/** Describes tools for clients, by slug or by the given short names. */
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
  const schemas = await getSchemas();
  const tools = named.map(([name, entry]) => ({
    name,
    title: entry.title,
    summary: entry.summary,
    category: entry.category,
    methods: ['GET', 'POST'],
    url: `${config.plazaUrl}${path}/${name}`,
    page: `${config.plazaUrl}/tools/${entry.slug}`,
    price,
    input: {},
    output: {},
    ...schemas[entry.slug],
  }));
  return { count: tools.length, price, categories: countCategories(named.map(([, entry]) => entry)), tools };
}

type Schemas = Record<string, { input: object; output: object }>;

let schemas: Promise<Schemas> | undefined;

/** Generated with the catalog, because loading every tool for its input schema would take seconds. */
const getSchemas = (): Promise<Schemas> =>
  (schemas ??= readFile(join(projectFolder, 'src/toolkit/catalog/schemas.gen.json'), 'utf8').then(
    (text) => JSON.parse(text) as Schemas,
  ));

function countCategories(entries: readonly Entry[]) {
  const counts = Map.groupBy(entries, ({ category }) => category);
  return Object.entries(categories).flatMap(([category, { title, summary }]) => {
    const count = counts.get(category)?.length ?? 0;
    return count > 0 ? [{ category, title, summary, count }] : [];
  });
}
