// Fills the disk of a running installation, a file system of 700 MiB in memory. Needs root, to mount it: npm run
// check:deploy.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { registerAt } from '../faults/customer.ts';
import { startProgram } from '../faults/program.ts';
import { enterPlainly } from '../journeys/plain-person.ts';
import { signUp } from '../journeys/plaza-journey.ts';
import { eventually } from '../peers/eventually.ts';

const mebibyte = 1024 ** 2;
const disk = mkdtempSync(join(tmpdir(), 'plaza-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', disk]);
chmodSync(disk, 0o755);
after(() => {
  execFileSync('umount', ['--lazy', disk]);
  rmdirSync(disk);
});

const free = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

test('a full disk refuses changes in time, and redirects go on', async (context) => {
  const program = await startProgram({ DISK_RESERVE_MIB: '200', RATE_LIMITS: 'false' }, join(disk, 'data'));
  context.after(() => program.remove());
  const { plaza, hop } = program;
  // The first person is the operator, who may still change things.
  await signUp(await enterPlainly(plaza), 'Grace', 'full');
  const ada = await registerAt(hop);
  const bob = await enterPlainly(plaza);
  await signUp(bob, 'Bob', 'full');
  const { body: link } = await ada.call<{ id: number }>('POST', `${hop}/api/url/add`, {
    url: 'https://example.org/',
    custom: 'followed',
  });
  const add = () =>
    ada.call<{ message?: string }>('POST', `${hop}/api/url/add`, { url: 'https://example.org/' });
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
  let followed = 0;
  const follow = async () => {
    const answer = await fetch(`${hop}/followed`, {
      redirect: 'manual',
      headers: { 'user-agent': userAgent },
    });
    assert.equal(answer.status, 302);
    followed += 1;
  };
  const fill = join(disk, 'other-files');

  writeFileSync(fill, Buffer.alloc(free() - 150 * mebibyte));
  const refused = await eventually(add, ({ status }) => status === 503, 200);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '60');
  assert.match(refused.body.message ?? '', /The disk of the server is full/);
  await bob.open('/compose');
  await bob.fill('What’s on your mind?', 'Lost?');
  await bob.press('Post');
  await bob.sees('The disk of the server is full');
  assert.equal((await fetch(`${plaza}/metrics`)).status, 200);
  assert.match(await (await fetch(`${plaza}/metrics`)).text(), /^plaza_disk_free_bytes \d+$/m);
  await follow();

  // Even at zero, whatever the database does.
  const rest = join(disk, 'rest');
  const fillUp = () => {
    for (let size = mebibyte; size >= 1024; size /= 2)
      for (;;)
        try {
          writeFileSync(rest, Buffer.alloc(size), { flag: 'a' });
        } catch {
          break;
        }
  };
  fillUp();
  for (let times = 0; times < 300; times += 1) {
    await follow();
    if (times % 50 === 0) fillUp();
  }
  rmSync(fill);
  rmSync(rest);
  assert.equal((await eventually(add, ({ status }) => status === 200, 200)).status, 200);
  await follow();
  assert.equal(await ada.countClicks(hop, link.id, followed), followed, 'no click is lost');
  context.diagnostic(`${followed} redirects, all counted`);
});
