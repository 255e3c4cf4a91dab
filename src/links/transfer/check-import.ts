import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { formats } from './formats.ts';
import type { Import } from './import.ts';
import { readOwner } from './owner.ts';
import { planLink, type PlannedLink } from './plan-link.ts';
import { place, readContent, takenPlaces } from './queries.ts';
import { readFile } from './read-file.ts';
import type { ImportedLink } from './row.ts';

/** What an import would do, without doing it. */
export interface Preview {
  columns: readonly string[];
  rows: number;
  /** How many links would be made. */
  made: number;
  refused: number;
  /** The first of both. */
  sample: readonly { row: number; plan: PlannedLink; isRenamed: boolean }[];
  refusals: readonly Refusal[];
}

export interface Refusal {
  row: number;
  field: string;
  reason: string;
  address: string;
  alias: string;
}

const shown = 8;
const batch = 500;

/** Reads the whole file as the import would, and looks up which aliases are taken. */
export async function checkImport(app: App, viewer: Pick<Viewer, 'id'>, given: Import): Promise<Preview> {
  const file = await readFile(await readContent(app, given.id));
  const owner = await readOwner(app, viewer);
  const sample: { row: number; plan: PlannedLink; isRenamed: boolean }[] = [];
  const refusals: Refusal[] = [];
  const seen = new Set<string>();
  let [row, made, refused] = [0, 0, 0];

  const refuse = (row: number, link: ImportedLink, problem: Problem) => {
    refused++;
    if (refusals.length < shown) refusals.push(toRefusal(row, link, problem));
  };
  const settle = async (waiting: readonly { row: number; link: ImportedLink; plan: PlannedLink }[]) => {
    const places = waiting.map(({ plan }) => ({ domain: plan.host, alias: plan.input.alias ?? '' }));
    const taken = await takenPlaces(app, places);
    for (const { row, link, plan } of waiting) {
      const { alias } = plan.input;
      const at = place(plan.host, alias ?? '');
      const isTaken = alias !== undefined && (taken.has(at) || seen.has(at));
      seen.add(at);
      if (isTaken && given.duplicates === 'skip') {
        refuse(row, link, new Problem('conflict', `“${alias}” is taken`, { field: 'custom' }));
        continue;
      }
      made++;
      if (sample.length < shown) sample.push({ row, plan, isRenamed: isTaken });
    }
  };

  let waiting: { row: number; link: ImportedLink; plan: PlannedLink }[] = [];
  for await (const cells of file.rows()) {
    row++;
    const link = formats[given.format].toLink(cells, given.mapping);
    try {
      waiting.push({ row, link, plan: planLink(link, owner) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refuse(row, link, error);
    }
    if (waiting.length < batch) continue;
    await settle(waiting);
    waiting = [];
  }
  await settle(waiting);
  return { columns: file.columns, rows: row, made, refused, sample, refusals };
}

export const toRefusal = (row: number, link: ImportedLink, problem: Problem): Refusal => ({
  row,
  field: problem.field ?? '',
  reason: problem.message,
  address: (link.url ?? '').slice(0, 2000),
  alias: (link.alias ?? '').slice(0, 200),
});
