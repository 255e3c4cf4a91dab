/**
 * Benchmarks chat: its lists compared with a server that runs a single statement, how the cost of reads and
 * searches grows with the number of messages, and open streams on one process. Usage: `node bench/chat.ts
 * [sizes] [streams] [part of a label]`, for example `node bench/chat.ts 10000,1000000 5000`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryFolder } from '../test/memory-folder.ts';
import { fillChat, benchedConversations } from './chat/chat-data.ts';
import { compareWithBaseline } from './chat/compare-bare.ts';
import { measureStreams } from './chat/streams.ts';
import { type Cost, measureReads, type Read, watchStatements } from './growth/measure.ts';
import { openWorld, startMeasuredPostgres, type World } from './growth/open-world.ts';
import { printTable } from './growth/print-table.ts';

const sizes = (process.argv[2] ?? '10000,1000000').split(',').map(Number);
const streams = Number(process.argv[3] ?? 5000);

const read = (label: string, path: string): Read => ({ label, service: 'plaza', as: 'reader', path });
const messagesOf = (id: number) => `/apis/php/chat/messages?conversation_id=${id}`;
const part = process.argv[4] ?? '';
const reads: Read[] = [
  read('chat/conversations', '/apis/php/chat/conversations'),
  read('chat/conversations, second page', '/apis/php/chat/conversations?offset=1'),
  read('chat/messages of a pair', messagesOf(benchedConversations.pair)),
  read('chat/messages of a quiet conversation', messagesOf(benchedConversations.quiet)),
  read('chat/messages of a busy group', messagesOf(benchedConversations.group)),
  read('chat/messages, fifth page', `${messagesOf(benchedConversations.pair)}&offset=4`),
  read('/messages', '/messages'),
  read('/messages/:id', `/messages/${benchedConversations.pair}`),
  read('/messages/:id, quiet', `/messages/${benchedConversations.quiet}`),
  read('search in all', '/messages/search?q=marmalade'),
  ...(
    [
      ['in all', 'marmalade'],
      ['in all for a frequent word', 'tea'],
      ['in one', `marmalade&conversation_id=${benchedConversations.pair}`],
      ['in a quiet one', `weather&conversation_id=${benchedConversations.quiet}`],
      ['for a rare word in a busy group', `quince&conversation_id=${benchedConversations.group}`],
      ['for a common word in a busy group', `weather&conversation_id=${benchedConversations.group}`],
      ['without a match', 'rhubarb'],
    ] as const
  ).map(([what, query]) => read(`search ${what}, API`, `/apis/php/chat/search?query=${query}`)),
  read('search in all for a frequent word', '/messages/search?q=tea'),
  read('search in one', `/messages/search?q=marmalade&in=${benchedConversations.pair}`),
  read('search in a quiet one', `/messages/search?q=weather&in=${benchedConversations.quiet}`),
  read(
    'search for a rare word in a busy group',
    `/messages/search?q=quince&in=${benchedConversations.group}`,
  ),
  read(
    'search for a common word in a busy group',
    `/messages/search?q=weather&in=${benchedConversations.group}`,
  ),
  read('search for a stop word', '/messages/search?q=the'),
  read('search without a match', '/messages/search?q=rhubarb'),
];

const folder = await mkdtemp(join(memoryFolder(), 'chat-'));
const postgres = await startMeasuredPostgres(folder);
const worlds: World[] = [];
try {
  const statements = await watchStatements(postgres.connection);
  for (const posts of sizes)
    worlds.push(
      await openWorld({
        postgres,
        folder,
        size: { posts, people: 1000 + Math.ceil(posts / 100), links: 0 },
        fill: [fillChat],
      }),
    );
  const wanted = reads.filter(({ label }) => label.includes(part));
  const costs: Cost[][] = [];
  // The first round is a warm-up, because a freshly started process is slower.
  for (const isMeasured of [false, true])
    for (const world of worlds) {
      const measured = await measureReads(statements, world, wanted);
      if (isMeasured) costs.push(measured);
    }
  printTable(worlds, costs);
  const largest = worlds.at(-1);
  if (largest) {
    const { host, user, port } = postgres.connection;
    const address = `postgres://${user}@${encodeURIComponent(host)}:${port}/${largest.database}`;
    await compareWithBaseline(statements, largest, address);
    await measureStreams(statements, largest, streams);
  }
  await statements.end();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const world of worlds) await world.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
