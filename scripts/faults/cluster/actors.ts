import { randomBytes } from 'node:crypto';
import { createAccessKey } from '../../../src/identity/access-keys.ts';
import { openApp } from '../../../src/platform/open-app.ts';
import { createLog } from '../../../src/platform/logging/log.ts';
import { loadConfig } from '../../../src/platform/settings/config.ts';
import { checkLedger } from '../../../src/social/wallet/balances.ts';
import { provider, transfer, wallet } from '../../../src/social/wallet/ledger.ts';
import { addWriters } from '../../../test/faults/add-writers.ts';
import type { Application } from './application.ts';
import type { Receiver } from './receiver.ts';
import { type Actors, ask } from './writers.ts';

const log = createLog({ LOG_LEVEL: 'silent' });
/** In millionths, for as many tips as a run may send. */
const funds = 100_000_000_000n;
const readers = ['reader1', 'reader2'];

/** Adds the people for whom the writers act, and a post that costs something. */
export async function addActors(url: string, { plaza, hop }: Application, receiver: Receiver) {
  const ids = await addWriters({ connectionString: url }, [
    'author',
    'talker',
    'buyer',
    'seller',
    'linker',
    ...readers,
  ]);
  const id = (name: string) => ids.get(name) ?? '';
  const open = await openApp(
    loadConfig({ DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32), PLAZA_URL: plaza }),
    { connectionString: url },
    log,
  );
  const leg = { from: provider('operator'), to: wallet(id('buyer')), amount: funds, kind: 'credit' };
  await transfer(open.app, [leg], { key: randomBytes(8).toString('hex'), cause: { subject: 'test' } });
  const key = await createAccessKey(open.app, id('linker'));
  const call = async (token: string, path: string, body: object) => {
    const answer = await ask({ url: `${plaza}/apis/php/${path}`, headers: { 'x-auth-token': token }, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return (JSON.parse(answer.body) as { data: Record<string, string> }).data;
  };
  const post = await call('author', 'posts/post', { text: 'What costs something', privacy: 'public' });
  const chat = await call('talker', 'chat/message', { message: 'Begin', recipients: readers.map(id) });
  const added = await ask({
    url: `${hop}/api/webhook/add`,
    headers: { authorization: `Bearer ${key}` },
    body: { url: receiver.url, events: ['link.created'] },
  });
  if (added.status !== 200) throw new Error(`The webhook: ${added.status} ${added.body}`);
  const actors: Actors = {
    plaza,
    hop,
    key,
    conversation: chat.conversation_id ?? '',
    tipped: id('seller'),
    post: String(post.post_id ?? post.id),
  };
  return {
    actors,
    cookies: readers.map((reader) => `c_user=${id(reader)}; xs=${reader}`),
    /** The newest message, after which readers catch up. */
    lastMessage: chat.last_message_id ?? '',
    /** Mistakes in the ledger as a whole. */
    checkLedger: async () => (await checkLedger(open.app)).mistakes,
    close: () => open.close(),
  };
}
