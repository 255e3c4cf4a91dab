import assert from 'node:assert/strict';
import { getImport, type Import } from '../../src/social/moving/import.ts';
import { readImport } from '../../src/social/moving/read-import.ts';
import { runImport } from '../../src/social/moving/run-import.ts';
import type { World } from '../ask-plaza.ts';

/** Uploads an archive as the operator or somebody else, and reads it. */
export async function uploadArchive(
  { app, plaza, olga }: World,
  body: Buffer,
  { name = 'forum-2026-01-01-v20260101.tar.gz', by = olga } = {},
): Promise<Import> {
  const sent = await plaza.upload(by, '/apis/php/imports', {}, { name, body });
  assert.equal(sent.status, 200, sent.body.message);
  const { id } = sent.body.data as { id: string };
  await readImport(app, { id });
  return getImport(app, by, id);
}

/** Starts an import of the operator, and imports everything. */
export async function importAll({ app, plaza, olga }: World, { id }: Import): Promise<Import> {
  const { status, body } = await plaza.api(olga, 'POST', '/apis/php/imports/start', { id });
  assert.equal(status, 200, body.message);
  await runImport(app, { id });
  return getImport(app, olga, id);
}

/** Such as `thread done 2`. */
export const countsOf = (found: Import): string[] =>
  found.counts.map(({ kind, state, n }) => `${kind} ${state} ${n}`).toSorted();

/** The runner of an import that ends in the middle, as if the process did. */
export async function runInterrupted({ app }: World, id: string, after: number): Promise<void> {
  let asked = 0;
  const now = () => {
    asked += 1;
    if (asked > after) throw new Error('The process ended');
    return app.clock.now();
  };
  await assert.rejects(runImport({ ...app, clock: { ...app.clock, now } }, { id }), /process ended/);
}
