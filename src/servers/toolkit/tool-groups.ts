import type { PaidGroup, PaidOperation } from '../../paid/operation.ts';
import { fixed } from '../../paid/price.ts';
import type { App } from '../../platform/app.ts';
import { runTool } from '../../toolkit/calls/run-tool.ts';
import { parseUrl } from '../../platform/outbound/request.ts';
import { findTool, type FoundTool } from '../../toolkit/catalog/find-tool.ts';
import { examplesOf } from '../../toolkit/input.ts';
import { utilities } from '../../toolkit/catalog/utilities.ts';

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
    const { entryOf } = await import('../../toolkit/catalog/entry.ts');
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
  const { network, isolated, input } = found.tool;
  if (network)
    return 'url' in input.properties ? { check: (_app, { url }: { url: string }) => void parseUrl(url) } : {};
  return isolated
    ? {}
    : { check: (app, given) => runTool(app, found, given, { class: 'free', owner: 'quotes' }) };
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
