import { type Static, type TObject, Type } from 'typebox';
import type { FreeTool } from '../agents/mcp/tool.ts';
import { missing, msg } from '../kernel/problem.ts';
import { type PaidGroup, type PaidOperation, fixed } from '../paid/operation.ts';
import type { App } from '../platform/app.ts';
import type { Feature } from '../platform/feature.ts';
import { shapeCheck } from '../platform/http/input/validation.ts';
import { parseUrl } from '../platform/outbound/request.ts';
import { catalogRoutes, utilities } from '../toolkit/catalog/api.ts';
import { findTool, type FoundTool } from '../toolkit/catalog/find-tool.ts';
import { documentedShape, examplesOf, givenOrExample } from '../toolkit/tool.ts';
import { freeRun, toolPages } from '../toolkit/pages/pages.ts';
import { isIsolated, runTool } from '../toolkit/run-tool.ts';

/** The toolkit: catalogs for programs, and pages for people. */
export const toolkitFeatures: readonly Feature[] = [{ bareRoutes: catalogRoutes }, { pages: toolPages }];

/** The toolkit's tools as paid operations: all by their slugs, and some also by short names. */
export const toolGroups = ({ config }: Pick<App, 'config'>): readonly PaidGroup[] =>
  config.SELL_TOOLS ? [toolkit, shortNames] : [];

const toolkit: PaidGroup = {
  path: '/api/toolkit',
  title: 'Tool',
  summary: 'Run any tool of the toolkit',
  tag: 'Toolkit',
  price: fixed(),
  parameter: {
    name: 'slug',
    description: 'The tool’s slug, as in the URL of its page',
    example: 'sha256-generator',
  },
  names: async () => {
    const { entryOf } = await import('../toolkit/catalog/entry.ts');
    return [...entryOf.keys()].filter((slug) => slug !== 'convert');
  },
  find: remember((slug) => toOperation(slug, `/api/toolkit/${slug}`)),
};

const shortNames: PaidGroup = {
  path: '/api/util',
  title: 'Utility',
  summary: 'Run a developer utility by its short name',
  tag: 'Toolkit',
  price: fixed(),
  parameter: { name: 'tool', description: 'A short name from the catalog', example: 'hash' },
  names: () => Promise.resolve(Object.keys(utilities)),
  find: remember((name) => {
    const slug = Object.hasOwn(utilities, name) ? utilities[name] : undefined;
    return slug === undefined ? Promise.resolve(undefined) : toOperation(slug, `/api/util/${name}`);
  }),
};

/** How input is judged before a price is quoted: by a run if that is cheap, or by the address to be fetched. */
function checkOf(found: FoundTool): Pick<PaidOperation, 'check'> {
  const { network, isolated, input, check } = found.tool;
  if (network)
    return 'url' in input.properties ? { check: (_app, { url }: { url: string }) => void parseUrl(url) } : {};
  if (isolated) return check ? { check: (_app, given: object) => check(given as never) } : {};
  return {
    // What would need a sandbox is judged by its schema alone, as a quote is free.
    check: (app, given: object) =>
      isIsolated(found, given) ? undefined : runTool(app, found, given, { class: 'free', owner: 'quotes' }),
  };
}

async function toOperation(slug: string, path: string): Promise<PaidOperation | undefined> {
  const found = await findTool(slug);
  if (!found) return undefined;
  const { tool } = found;
  return {
    path,
    title: tool.title,
    summary: tool.summary,
    ...(tool.about && { description: tool.about }),
    tag: 'Toolkit',
    price: fixed(),
    input: tool.input,
    output: tool.output,
    example: { input: {}, output: tool.sample ?? {} },
    fallback: examplesOf(tool.input),
    ...checkOf(found),
    answer: (app, input, payer) => runTool(app, found, input, { class: 'paid', owner: payer }),
  };
}

/**
 * Caches one object for each operation, so anything compiled for it is reused. Unknown names are not cached.
 */
function remember(create: (name: string) => Promise<PaidOperation | undefined>): PaidGroup['find'] {
  const created = new Map<string, PaidOperation>();
  return async (name) => {
    const known = created.get(name) ?? (await create(name));
    if (known && !created.has(name)) created.set(name, known);
    // A concurrent call may have been first.
    return created.get(name);
  };
}

const Search = Type.Object(
  {
    query: Type.String({ maxLength: 100, description: 'Search terms such as “sha256” or “json to yaml”' }),
    limit: Type.Integer({ default: 10, minimum: 1, maximum: 50 }),
  },
  { additionalProperties: false, required: ['query'] },
);

const Found = Type.Object({
  count: Type.Integer({ description: 'Tools that match, of which the first are returned' }),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      category: Type.String(),
      input: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the input' }),
    }),
  ),
});

const Run = Type.Object(
  {
    name: Type.String({ maxLength: 80, description: 'A tool name from find_tools' }),
    input: Type.Object(
      {},
      {
        additionalProperties: true,
        default: {},
        description:
          'Input that matches the tool’s input schema from find_tools. Without input, the tool runs on its example',
      },
    ),
  },
  { additionalProperties: false, required: ['name'] },
);

/** The toolkit for agents over the Model Context Protocol: two tools that find and run all others. */
export const freeTools: readonly FreeTool[] = [
  {
    name: 'find_tools',
    title: 'Find tools',
    description:
      'Search the toolkit for small tools that convert, check, calculate and generate. Returns the input schema of each.',
    inputSchema: { ...Search, type: 'object' },
    outputSchema: { ...Found, type: 'object' },
    run: async (_app, _viewer, given) => {
      const { query, limit } = read(Search, given);
      const { searchTools } = await import('../toolkit/catalog/search-tools.ts');
      const found = searchTools(query);
      const tools = [];
      for (const { slug, title, summary, category } of found.slice(0, limit)) {
        const tool = (await findTool(slug))?.tool;
        tools.push({ name: slug, title, summary, category, input: tool && documentedShape(tool.input) });
      }
      return { count: found.length, tools };
    },
  },
  {
    name: 'run_tool',
    title: 'Run a tool',
    description: 'Run a tool that find_tools returned. It is free of charge within a limit.',
    inputSchema: { ...Run, type: 'object' },
    outputSchema: { type: 'object', additionalProperties: true },
    run: async (app, viewer, given) => {
      const { name, input } = read(Run, given);
      const found = await findTool(name);
      if (!found) throw missing(msg('Tool'));
      return freeRun(
        app,
        { viewer, address: '' },
        found,
        read(found.tool.input, givenOrExample(found.tool.input, input)),
      );
    },
  },
];

/** Validates the input and adds defaults. Throws a `Problem` that names the invalid field. */
function read<S extends TObject>(schema: S, given: object): Static<S> {
  const input: unknown = structuredClone(given);
  shapeCheck(schema)(input);
  return input as Static<S>;
}
