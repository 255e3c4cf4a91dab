import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { runners } from '../../../src/platform/jobs/jobs.ts';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { listIssues } from '../../../src/social/newsletters/archive.ts';
import { sendIssue } from '../../../src/social/newsletters/issues.ts';
import { getNewsletter } from '../../../src/social/newsletters/newsletter.ts';
import { saveNewsletter } from '../../../src/social/newsletters/newsletters.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { testWithDatabase } from '../../app.ts';
import { connectionTo } from '../../database.ts';
import { mailServer } from '../../peers/smtp-server.ts';
import { isThorough } from '../../peers/thorough.ts';
import { addPerson } from '../../world.ts';

/** `THOROUGH=true` sends as many as the largest newsletters have. */
const readers = isThorough ? 10_000 : 400;
/** Every hundredth mailbox is gone. */
const bouncing = Array.from({ length: readers / 100 }, (_, at) => `reader${at * 100 + 50}@readers.test`);

testWithDatabase('a newsletter is resumed after each kill, without a double', async ({ app }, t) => {
  app.clock.set(new Date());
  const gone = [550, '5.1.1 No such mailbox'] as const;
  const { letters, url } = await mailServer(t, Object.fromEntries(bouncing.map((email) => [email, gone])));
  const ada = await addPerson(app, 'ada');
  const host = { kind: 'user', id: ada.id } as const;
  const id = await saveNewsletter(app, ada, host, { title: 'Bakery news', about: '', isOpen: true });
  await sql`insert into social.newsletter_subscriber
      (newsletter_id, email, email_key, requested_at, confirmed_at)
    select ${id}, 'reader' || at || '@readers.test', 'reader' || at || '@readers.test', now(), now()
    from generate_series(1, ${readers}::integer) as at`.execute(app.db);
  const postId = await addArticle(app, ada, { ...emptyContent, title: 'New oven', text: 'It is hot.' });
  await sendIssue(app, ada, id, postId, { audience: 'everyone' });

  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const connection = JSON.stringify(await connectionTo(rows[0]?.name ?? ''));
  const start = () =>
    spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        'test/faults/newsletters/newsletter-worker.ts',
        connection,
        url,
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
  const queuedSoFar = async () =>
    (await app.db.selectFrom('social.newsletter_issue').select('queued').executeTakeFirstOrThrow()).queued;
  // While mail is queued, and several times while it is sent.
  const kills = [
    async () => (await queuedSoFar()) > 0,
    ...[0.1, 0.3, 0.6].map((part) => () => letters.length > readers * part),
  ];
  for (const isReached of kills) {
    const worker = start();
    const ended = once(worker, 'exit');
    while (!(await isReached()) && worker.exitCode === null) await sleep(5);
    worker.kill('SIGKILL');
    await ended;
    await releaseLocks();
  }
  assert.deepEqual(await once(start(), 'exit'), [0, null]);

  async function releaseLocks() {
    for (const table of ['_private_jobs', '_private_job_queues'])
      await sql`update ${sql.id('graphile_worker', table)} set locked_at = null, locked_by = null
        where locked_at is not null`.execute(app.db);
  }

  const got = letters.flatMap(({ to }) => to);
  assert.equal(new Set(got).size, got.length, 'nobody got it twice');
  const ids = letters.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1]);
  assert.equal(new Set(ids).size, letters.length);
  const { items } = await listIssues(app, ada, await getNewsletter(app, ada, { id }));
  const numbers = items[0]?.numbers;
  assert.deepEqual([numbers?.queued, numbers?.suppressed, numbers?.skipped], [readers, 0, 0]);
  const failed = numbers?.failed ?? 0;
  const lost = readers - bouncing.length - got.length;
  t.diagnostic(
    `${readers} readers, ${kills.length} kills: ${got.length} got it, ${numbers?.bounced} bounced, ` +
      `${failed} are not known, ${lost} lost`,
  );
  assert.equal((numbers?.sent ?? 0) + (numbers?.bounced ?? 0) + failed, readers, 'each is counted once');
  // A kill leaves unknown those of which the end was sent, and no answer was read. Only they can be lost.
  assert.ok(failed <= kills.length * runners.default, `${failed} are not known`);
  assert.ok(lost >= 0 && lost <= failed, `${lost} were lost`);
});
