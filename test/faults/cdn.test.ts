// Tests Plaza behind a real cache, with the configuration of deploy/varnish.vcl.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { suspendAccount } from '../../src/identity/people/suspend-account.ts';
import { announceChange } from '../../src/platform/http/cache/public-pages.ts';
import { getCrawlerPolicy, updateCrawlerPolicy } from '../../src/social/crawlers/crawlers.ts';
import { deletePost } from '../../src/social/posts/deleting.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { freePorts } from '../free-ports.ts';
import { eventually } from '../peers/eventually.ts';
import { startServices } from '../services.ts';
import { addPerson, cookiesOf } from '../world.ts';
import { isListening } from './is-listening.ts';

const program = 'varnishd';
const hasVarnish = spawnSync(program, ['-V']).status === 0;
if (!hasVarnish)
  process.stdout.write('No Varnish (install varnish): caches in front are not tested with it.\n');

/** Starts Varnish in front of a port. Returns its address once it listens. */
async function startVarnish(context: TestContext, port: number, backend: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-varnish-'));
  const vcl = (await readFile('deploy/varnish.vcl', 'utf8')).replace(
    '.port = "3000"',
    `.port = "${backend}"`,
  );
  await writeFile(join(folder, 'plaza.vcl'), vcl);
  const child = spawn(
    program,
    [
      '-F',
      '-j',
      'none',
      '-n',
      join(folder, 'work'),
      '-a',
      `127.0.0.1:${port}`,
      '-f',
      join(folder, 'plaza.vcl'),
      '-s',
      'malloc,32m',
    ],
    { stdio: 'ignore' },
  );
  context.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('Varnish did not start');
    await sleep(20);
  }
  return `http://127.0.0.1:${port}`;
}

if (hasVarnish)
  test('Varnish serves strangers until something changes, and nobody another one’s page', async (context) => {
    const [port = 0, backend = 0] = await freePorts(2);
    const services = await startServices({
      PLAZA_PORT: String(backend),
      PLAZA_URL: `http://localhost:${backend}`,
      CDN: 'headers',
      CDN_PURGE_URL: `http://127.0.0.1:${port}/.cdn/purge`,
      CDN_PURGE_TOKEN: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      RATE_LIMITS: 'false',
    });
    context.after(() => services.stop());
    const varnish = await startVarnish(context, port, backend);
    const { app } = services;
    const [olga, ada, bob] = [
      await addPerson(app, 'olga'),
      await addPerson(app, 'ada'),
      await addPerson(app, 'bob'),
    ];
    const say = (author: typeof ada, text: string) =>
      publishPost(app, author, { text, privacy: 'public', photos: [] });
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${varnish}${path}`, { headers, redirect: 'manual' });
      // The second number of a hit is the request that stored the page.
      const isHit = /\d \d/.test(answer.headers.get('x-varnish') ?? '');
      return { status: answer.status, headers: answer.headers, isHit, text: await answer.text() };
    };
    const untilHit = (path: string, headers?: Record<string, string>) =>
      eventually(
        () => ask(path, headers),
        ({ isHit }) => isHit,
      );

    const [kept, deleted, hidden, gone] = [
      await say(ada, 'Kept by the cache'),
      await say(ada, 'Soon deleted'),
      await say(ada, 'Soon for friends'),
      await say(bob, 'By somebody soon suspended'),
    ];
    for (const id of [kept, deleted, hidden, gone]) {
      const page = await untilHit(`/posts/${id}`);
      assert.equal(page.status, 200);
      for (const name of ['set-cookie', 'surrogate-key', 'cache-tag', 'surrogate-control'])
        assert.equal(page.headers.get(name), null, name);
    }
    assert.match(
      (await untilHit('/@ada')).text,
      /Soon deleted[^]*Kept by the cache|Kept by the cache[^]*Soon deleted/,
    );

    const cookie = await cookiesOf(app, ada);
    const own = await ask('/', { cookie });
    assert.equal(own.isHit, false);
    const stranger = await untilHit('/');
    assert.doesNotMatch(stranger.text, /Sign out|\/settings/);
    const german = await untilHit('/', { 'accept-language': 'de-DE,de;q=0.9' });
    assert.match(german.text, /<html[^>]+lang="de"/);
    assert.match((await ask('/', { 'accept-language': 'en-US' })).text, /<html[^>]+lang="en"/);
    assert.match((await ask('/', { cookie: 'theme=dark' })).text, /data-theme="dark"/);
    assert.doesNotMatch((await ask('/')).text, /data-theme="dark"/);

    await deletePost(app, ada, deleted);
    await app.db.updateTable('social.post').set({ privacy: 'friends' }).where('id', '=', hidden).execute();
    await suspendAccount(app, olga, bob.id);
    await announceChange(app);
    for (const id of [deleted, hidden, gone])
      await eventually(
        () => ask(`/posts/${id}`),
        ({ status }) => status === 404 || status === 410,
      );
    await eventually(
      () => ask('/@ada'),
      ({ text }) => !/Soon (?:deleted|for friends)/.test(text),
    );

    // The page is stored again after the purge that follows the first.
    await untilHit(`/posts/${kept}`);
    const policy = await getCrawlerPolicy(app);
    await updateCrawlerPolicy(app, olga, { ...policy, access: { training: 'refuse' } });
    await announceChange(app);
    await eventually(
      () => ask(`/posts/${kept}`),
      ({ isHit }) => !isHit,
    );
    const crawler = await ask(`/posts/${kept}`, { 'user-agent': 'GPTBot/1.1' });
    assert.equal(crawler.status, 403);
    assert.equal((await ask(`/posts/${kept}`)).isHit, false);
  });
