import { Type } from 'typebox';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { page, pagesFor, redirect, type Upload } from '../../platform/http/endpoint.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import { categories } from '../catalog/categories.ts';
import { findTool, type FoundTool } from '../catalog/find-tool.ts';
import { runTool } from '../run-tool.ts';
import { initialOf, isFile, parametersOf, parseToolForm, sentOf } from './form.ts';
import { catalogView } from './views/catalog-view.ts';
import { toolView } from './views/tool-view.ts';

const anyone = pagesFor('anyone');
const Name = Type.Object({ name: Type.String({ maxLength: 80 }) });
/** The fields depend on the tool. */
const Fields = Type.Record(Type.String(), Type.Unknown());
const Search = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) });

interface Run {
  app: App;
  client: Client;
  viewer: Viewer | undefined;
  found: FoundTool;
  form: Readonly<Record<string, unknown>>;
  files?: readonly Upload[];
}

/** Shows a tool with its result, or with the validation errors at its fields. */
async function show({ app, viewer, client, found, form, files }: Run) {
  const { searchTools } = await import('../catalog/search-tools.ts');
  const related = searchTools('', found.category).filter(({ slug }) => slug !== found.slug);
  const shared = {
    found,
    related,
    base: app.config.plazaUrl,
    price: app.config.X402_PRICE,
    isFavorite: isFavorite(client, found.slug),
  };
  try {
    const parsed = parseToolForm(found.tool, form, files);
    const { input } = parsed;
    const output = await freeRun(app, { viewer, address: client.address }, found, input, parsed.files);
    return toolView({ ...shared, input, output });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.retryAfter !== undefined) client.setHeader('retry-after', String(problem.retryAfter));
    return toolView({ ...shared, input: sentOf(found.tool, form), problem });
  }
}

const isFavorite = (client: Client, slug: string) => getShelf(client, 'favorites').includes(slug);

async function find(name: string): Promise<FoundTool> {
  const found = await findTool(name);
  if (!found) throw missing(msg('Tool'));
  return found;
}

export const toolPages = [
  anyone.get({
    path: '/tools',
    query: Search,
    handle: async ({ app, client, query: { q = '' } }) => {
      const { searchTools } = await import('../catalog/search-tools.ts');
      const shelves = { favorites: getShelf(client, 'favorites'), recent: getShelf(client, 'recent') };
      const base = app.config.plazaUrl;
      return catalogView({ found: searchTools(q), all: searchTools().length, q, base, shelves });
    },
  }),
  page({
    method: 'GET',
    path: '/tools/:name',
    access: 'anyone',
    params: Name,
    query: Fields,
    handle: async ({ app, viewer, client, params: { name }, query }) => {
      const { searchTools } = await import('../catalog/search-tools.ts');
      const base = app.config.plazaUrl;
      const q = (query as { q?: unknown }).q;
      if (Object.hasOwn(categories, name)) {
        const words = typeof q === 'string' ? q.slice(0, 100) : '';
        const all = searchTools('', name).length;
        return catalogView({ found: searchTools(words, name), all, q: words, category: name, base });
      }
      const found = await find(name);
      const asked = parametersOf(found.tool).some(([field]) => Object.hasOwn(query, field));
      // Tools with varying output have no sample to show.
      const form = asked ? query : { ...initialOf(found.tool) };
      const isQuick = found.tool.sample === undefined && !found.tool.network;
      if ((asked && !found.tool.secret) || (!asked && isQuick))
        return show({ app, viewer, client, found, form });
      const related = searchTools('', found.category).filter(({ slug }) => slug !== found.slug);
      const input = initialOf(found.tool);
      const output = found.tool.sample as object | undefined;
      return toolView({
        found,
        related,
        base,
        price: app.config.X402_PRICE,
        input,
        isFavorite: isFavorite(client, found.slug),
        ...(output && { output }),
      });
    },
  }),
  page({
    method: 'POST',
    path: '/tools/:name',
    access: 'anyone',
    params: Name,
    body: Fields,
    files: { fields: ['file', 'image', 'pdf', 'first', 'second'], max: 2, bytes: 3_000_000 },
    handle: async ({ app, viewer, client, params: { name }, body, files }) => {
      const found = await find(name);
      const expected = parametersOf(found.tool).filter(([, parameter]) => isFile(parameter));
      const uploads = files.filter(({ field }) => expected.some(([known]) => known === field));
      updateToolList(client, 'recent', found.slug);
      return show({ app, viewer, client, found, form: body, files: uploads });
    },
  }),
  page({
    method: 'POST',
    path: '/tools/:name/favorite',
    access: 'anyone',
    params: Name,
    body: Type.Object({ favorite: Type.Boolean() }),
    handle: async ({ client, params: { name }, body: { favorite } }) => {
      const { slug } = await find(name);
      updateToolList(client, 'favorites', slug, favorite);
      return redirect(`/tools/${slug}`);
    },
  }),
];

/** Favorite and recent tools, stored in a cookie: no sign-in and no server state needed. */
type ToolList = 'favorites' | 'recent';

const max: Readonly<Record<ToolList, number>> = { favorites: 24, recent: 9 };
/** A year, in seconds. */
const year = 31_536_000;
const slug = /^[a-z0-9-]{1,80}$/;

const cookieOf = (shelf: ToolList) => `tools_${shelf}`;

/** Returns slugs, latest first. */
const getShelf = ({ cookies }: Pick<Client, 'cookies'>, shelf: ToolList): string[] =>
  (cookies[cookieOf(shelf)] ?? '').split('.', max[shelf]).filter((each) => slug.test(each));

/** Moves a tool to the front of a list, or removes it. */
function updateToolList(client: Client, shelf: ToolList, name: string, isOn = true): void {
  const others = getShelf(client, shelf).filter((each) => each !== name);
  const next = (isOn ? [name, ...others] : others).slice(0, max[shelf]);
  if (next.length > 0) client.setCookie(cookieOf(shelf), next.join('.'), { maxAge: year });
  else client.clearCookie(cookieOf(shelf));
}

/** Runs a tool for a visitor. Throws a `Problem` of kind `throttled` if the free limit is exceeded. */
export async function freeRun(
  app: App,
  by: { viewer: Viewer | undefined; address: string },
  found: FoundTool,
  input: object,
  files: Readonly<Record<string, string>> = {},
): Promise<object> {
  const { FREE_TOOL_LOOKUPS, FREE_TOOL_RUNS } = app.config;
  const rule = found.tool.network
    ? { name: 'tools:lookups', calls: FREE_TOOL_LOOKUPS, within: hours(1) }
    : { name: 'tools:runs', calls: FREE_TOOL_RUNS, within: hours(1) };
  const key = by.viewer ? `account:${by.viewer.id}` : addressKey(by.address);
  enforce(await app.limits.consume(rule, key));
  return runTool(app, found, input, { class: 'free', owner: key, files });
}
