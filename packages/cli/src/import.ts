import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Hop } from '../../sdk/src/hop.ts';
import { askSecret } from './ask.ts';
import { defined, text, UsageError, type Command, type Given } from './command.ts';
import { fromCell, parseCsv } from './csv.ts';
import { printTable, progress } from './output.ts';

/** The variable with the token of a service. */
const variables = {
  bitly: 'BITLY_TOKEN',
  dub: 'DUB_API_KEY',
  short: 'SHORT_API_KEY',
  rebrandly: 'REBRANDLY_API_KEY',
} as const;
type Source = keyof typeof variables;
const isSource = (name: string): name is Source => Object.hasOwn(variables, name);

/** Links of a file, or of an account at another service. */
export const importCommand = (open: () => Promise<Hop>): Command => ({
  name: 'import',
  words: '[FILE]',
  about: 'Shorten the URLs of a CSV file (columns url, alias, title), or those of another service',
  options: {
    from: {
      type: 'string',
      value: 'SERVICE',
      about: `Instead of a file: ${Object.keys(variables).join(', ')}`,
    },
    rename: { type: 'boolean', about: 'With --from: give another alias where one is taken' },
    'dry-run': { type: 'boolean', about: 'With --from: say what would happen, and import nothing' },
  },
  run: async (given) => {
    const from = text(given, 'from');
    const [file] = given.words;
    if ((file === undefined) === (from === undefined))
      throw new UsageError('Name a file, or a service with --from');
    if (file !== undefined) return importFile(await open(), file, given);
    if (!isSource(from ?? '')) throw new UsageError(`--from is one of ${Object.keys(variables).join(', ')}`);
    await importService(await open(), from as Source, given);
  },
});

async function importFile(hop: Hop, file: string, { options }: Given): Promise<void> {
  const rows = parseCsv(await readFile(file, 'utf8'));
  const [first] = rows;
  if (!first || !('url' in first)) throw new Error(`${file} has no column “url”`);
  const show = progress(rows.length);
  const refused: object[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const batch = rows.slice(at, at + 100);
    const links = batch.map(({ url = '', alias, title = '' }) => ({
      url,
      ...defined({ alias: alias || undefined, metatitle: fromCell(title) || undefined }),
    }));
    const { results } = await hop.links.createMany(links);
    for (const [i, { error, message }] of results.entries())
      if (error) refused.push({ line: at + i + 2, url: batch[i]?.url, message });
    show(Math.min(rows.length, at + 100));
  }
  report(rows.length - refused.length, rows.length, refused, ['line', 'url', 'message'], options.json);
}

/** The service reads the links. Stopped here, it goes on there. */
async function importService(hop: Hop, from: Source, { options }: Given): Promise<void> {
  const variable = variables[from];
  const key = await askSecret(`Token of your account at ${from} (or set ${variable}): `, variable);
  const { id } = (await hop.imports.fetch({ from, address: '', key })).import;
  try {
    await reach(hop, id, ['ready'], 'read');
    if (options.rename) {
      await hop.imports.update(id, { format: from, duplicates: 'rename' });
      await reach(hop, id, ['ready'], 'read');
    }
    const { preview } = await hop.imports.get(id);
    if (options['dry-run']) {
      const { created = 0, rejected = 0, rejections = [] } = preview ?? {};
      printTable(rejections, ['row', 'url', 'reason'], options.json);
      process.stderr.write(`${created} of ${created + rejected} links would be created\n`);
    }
  } catch (error) {
    await hop.imports.delete(id).catch(() => undefined);
    throw error;
  }
  if (options['dry-run']) return hop.imports.delete(id);
  await hop.imports.start(id);
  const { created, rejected } = await reach(hop, id, ['finished'], 'imported');
  const refused = rejected > 0 ? parseCsv(await hop.imports.rejected(id)) : [];
  report(created, created + rejected, refused, ['row', 'url', 'reason'], options.json);
}

/** Asks for an import until it is in one of the states. */
async function reach(hop: Hop, id: number, states: readonly string[], what: string) {
  for (let pause = 200; ; pause = Math.min(pause * 1.5, 3000)) {
    const found = (await hop.imports.get(id)).import;
    if (found.state === 'unreadable') throw new Error(found.problem);
    const isThere = states.includes(found.state);
    const [done, total] =
      what === 'read' ? [found.rows, isThere ? found.rows : undefined] : [found.done, found.rows];
    progress(total, what)(done);
    if (isThere) return found;
    await wait(pause);
  }
}

function report(
  created: number,
  total: number,
  refused: readonly object[],
  columns: readonly string[],
  isJson: unknown,
): void {
  if (refused.length > 0) printTable(refused, columns, isJson);
  process.stderr.write(`${created} of ${total} links were created\n`);
  if (refused.length > 0) process.exitCode = 1;
}
