import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { projectFolder } from '../../kernel/project-folder.ts';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { categories } from './categories.ts';
import type { ToolEntry } from './entry.ts';
import { searchTools } from './search-tools.ts';

const anyone = operations('Toolkit', 'anyone');

const CatalogQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'Search terms' })),
  category: Type.Optional(Type.String({ maxLength: 40, description: 'Only tools in this category' })),
});

const Schema = Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the input' });

const Catalog = Type.Object({
  count: Type.Integer(),
  price: Type.String({ description: 'Price per call in USDC' }),
  categories: Type.Array(
    Type.Object({
      category: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      count: Type.Integer(),
    }),
  ),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      category: Type.String(),
      methods: Type.Array(Type.String()),
      url: Type.String({ description: 'Address of the paid operation' }),
      page: Type.String({ description: 'Address of the free page' }),
      price: Type.String({ description: 'Price per call in USDC' }),
      input: Schema,
      output: Schema,
    }),
  ),
});

const shared = { query: CatalogQuery, returns: Catalog };

export const catalogRoutes = [
  anyone.get({
    path: '/api/toolkit',
    summary: 'Retrieve the catalog of the toolkit',
    description: 'Free of charge: each tool with its parameters, example and price.',
    ...shared,
    handle: async ({ app, query, client }) => {
      client.setHeader('cache-control', 'public, max-age=300');
      return describeTools(app, '/api/toolkit', query);
    },
  }),
  anyone.get({
    path: '/api/util',
    summary: 'Retrieve the catalog of the utilities',
    description: 'Free of charge: each utility with its parameters, example and price.',
    ...shared,
    handle: async ({ app, query, client }) => {
      client.setHeader('cache-control', 'public, max-age=300');
      return describeTools(app, '/api/util', query, utilities);
    },
  }),
];

interface CatalogSearch {
  q?: string;
  category?: string;
}

/** Describes tools for clients, by slug or by the given short names. */
async function describeTools(
  { config }: Pick<App, 'config'>,
  path: string,
  { q = '', category = '' }: CatalogSearch,
  shortNames?: Readonly<Record<string, string>>,
) {
  const found = searchTools(q, category);
  const named: (readonly [string, ToolEntry])[] = shortNames
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

function countCategories(entries: readonly ToolEntry[]) {
  const counts = Map.groupBy(entries, ({ category }) => category);
  return Object.entries(categories).flatMap(([category, { title, summary }]) => {
    const count = counts.get(category)?.length ?? 0;
    return count > 0 ? [{ category, title, summary, count }] : [];
  });
}

/** The tools that `/api/util` serves under short names: those most used by developers and agents. */
export const utilities: Readonly<Record<string, string>> = {
  base64: 'base64-converter',
  case: 'case-converter',
  color: 'color-converter',
  cron: 'cron-parser',
  csv2json: 'csv-to-json',
  diff: 'text-diff',
  dns: 'dns-lookup',
  email: 'email-validator',
  hash: 'hash-generator',
  hex: 'hex-encoder',
  hmac: 'hmac-generator',
  html2md: 'html-to-markdown',
  http: 'http-headers-lookup',
  ip: 'ip-subnet-calculator',
  json: 'json-formatter',
  json2yaml: 'json-to-yaml',
  'jwt-decode': 'jwt-decoder',
  lorem: 'lorem-ipsum-generator',
  md2html: 'markdown-to-html',
  password: 'password-generator',
  qr: 'qr-code-generator',
  regex: 'regex-tester',
  slug: 'slug-generator',
  time: 'timestamp-converter',
  tls: 'ssl-lookup',
  ua: 'user-agent-parser',
  ulid: 'ulid-generator',
  url: 'url-parser',
  uuid: 'uuid-generator',
  yaml2json: 'yaml-to-json',
};
