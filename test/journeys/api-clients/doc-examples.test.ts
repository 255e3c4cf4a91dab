// Runs the curl commands of documents other than the tours, with the addresses and keys of a reader.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createAccessKey } from '../../../src/identity/access-keys.ts';
import { startSession } from '../../../src/identity/sessions/sessions.ts';
import { insertClicks, clickLines, sampleClick } from '../../../src/links/clicks/spool/insert-clicks.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { creditWallet } from '../../../src/social/wallet/top-ups/credit.ts';
import { addLink } from '../../links.ts';
import { eventually } from '../../peers/eventually.ts';
import { archiveOf, create, zip } from '../../peers/mastodon-archive.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson, createWorld, device } from '../../world.ts';

interface Body {
  id?: string;
  data?: { id: string; state: string };
  accepts?: { network: string }[];
  period?: string;
}

describe('the commands of the documents', () => {
  let services: Services;
  let ada: Viewer;
  let olga: Viewer;
  const folder = mkdtempSync(join(tmpdir(), 'plaza-examples-'));
  const env: Record<string, string> = {};
  before(async () => {
    services = await startServices();
    ({ olga } = await createWorld(services.app));
    ada = await addPerson(services.app, 'reader');
    env.TOKEN = await startSession(services.app, ada.id, device);
    env.KEY = await createAccessKey(services.app, ada.id);
  });
  after(async () => {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The shell commands of a document that call a service. A command goes on while its lines are continued. */
  function commandsOf(document: string): string[] {
    const text = readFileSync(`docs/${document}`, 'utf8');
    const blocks = [...text.matchAll(/^( *)```sh\n([^]*?)^ *```/gm)].map(([, , block = '']) => block);
    return blocks
      .flatMap((block) => block.split(/\n(?= *(?:curl|#))/))
      .filter((each) => /^ *curl/.test(each));
  }

  async function run(command: string): Promise<Body> {
    const here = command
      .replaceAll('https://plaza.example', services.plaza)
      .replaceAll('https://hop.example', services.hop);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    return JSON.parse(stdout) as Body;
  }

  it('report a lead and a sale of a click', async () => {
    const { id: linkId } = await addLink(services.app, 'shop', { account_id: ada.id });
    const click = clickLines(sampleClick({ linkId, at: Date.now() }));
    await insertClicks(services.app, click);
    const clickId = click.toString().slice(0, 32);
    for (const command of commandsOf('redirect.md'))
      await run(command.replace(/"clickId": "\w+"/, `"clickId": "${clickId}"`));
    const events = await services.app.db
      .selectFrom('links.conversion')
      .select('kind')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['lead', 'sale'],
    );
  });

  it('import an archive', async () => {
    const notes = [create({ id: 1, content: '<p>Moved</p>' })];
    writeFileSync(join(folder, 'archive-20260101.zip'), zip(archiveOf(notes)));
    const [upload = '', one = '', start = ''] = commandsOf('moving.md');
    const id = (await run(upload)).data?.id ?? '';
    const named = (command: string) =>
      command.replace('id=1', `id=${id}`).replace('"id": "1"', `"id": "${id}"`);
    const state = async () => (await run(named(one))).data?.state;
    assert.equal(await eventually(state, (each) => each === 'ready', 500), 'ready');
    await run(named(start));
    assert.equal(await eventually(state, (each) => each === 'finished', 500), 'finished');
  });

  it('print a quote, and pay from the wallet', async () => {
    const credit = { username: ada.username, amount: '5', reason: 'Cash', key: 'first' };
    await creditWallet(services.app, olga, credit);
    const [quote = '', paid = ''] = commandsOf('paid.md');
    assert.ok(((await run(quote)).accepts?.length ?? 0) > 0);
    assert.equal((await run(paid)).period, '24h');
  });
});
