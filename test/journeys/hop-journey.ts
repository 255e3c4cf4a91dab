import assert from 'node:assert/strict';
import type { Enter } from './person.ts';
import { signUp } from './plaza-journey.ts';
import { eventually } from '../peers/eventually.ts';

const visitor = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'accept-language': 'de-CH',
  referer: 'https://news.example.com/today',
};

/** Returns what a browser gets for the short link: the status and the target. */
export async function followShort(address: string): Promise<{ status: number; to: string | null }> {
  const { status, headers, body } = await fetch(address, { headers: visitor, redirect: 'manual' });
  await body?.cancel();
  return { status, to: headers.get('location') };
}

/** Waits until a change is broadcast. */
async function leadsTo(short: string, wanted: string | null): Promise<void> {
  const { to } = await eventually(
    () => followShort(short),
    (found) => found.to === wanted,
  );
  assert.equal(to, wanted);
}

/**
 * The tasks of a person on Hop's dashboard, from registration to deleting a link. Returns the API key shown.
 */
export async function hopJourney(enter: Enter, base: string, suffix: string): Promise<string> {
  const ada = await enter(base);
  await ada.open('/');
  await signUp(ada, 'Ada', suffix);
  await ada.open('/dashboard');
  await ada.sees('Create your first short link');

  await ada.fill('Destination URL', `https://example.org/${suffix}/walk?in=the&park#now`);
  await ada.press('Shorten');
  await ada.sees('Your short link is ready');
  const short = await ada.read('Short link');
  assert.ok(short.startsWith(`${base}/`), short);
  assert.deepEqual(await followShort(short), {
    status: 302,
    to: `https://example.org/${suffix}/walk?in=the&park#now`,
  });

  const page = await ada.linkLike(/^\/dashboard\/links\/\d+$/);
  await ada.open(page);
  await ada.awaits('Firefox');
  for (const notified of ['Linux', 'news.example.com', 'German']) await ada.sees(notified);

  await ada.open(`${page}/edit`);
  await ada.fill('Destination URL', `https://example.org/${suffix}/swim`);
  await ada.press('Save');
  await ada.sees(`https://example.org/${suffix}/swim`);
  await leadsTo(short, `https://example.org/${suffix}/swim`);
  await ada.open(page);
  await ada.press('Delete');
  await ada.sees('Link deleted');
  await leadsTo(short, null);
  await ada.press('Undo');
  await ada.sees('1 link');
  await leadsTo(short, `https://example.org/${suffix}/swim`);

  await ada.open('/dashboard/api');
  await ada.press('Show key');
  await ada.sees('Copy it now');
  const key = await ada.read('Key');
  await ada.open('/dashboard/api');
  await ada.sees(`ends in ${key.slice(-4)}`);
  await ada.seesNot(key);
  await ada.leave();
  return key;
}
