/**
 * Checks that neither responses nor response times reveal who has an account: every sign-in path is tried
 * alternately with existing and unknown names. Usage: `node bench/sign-in.ts [tries]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from '../src/identity/sign-up/sign-up.ts';
import { loadConfig } from '../src/platform/settings/config.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import { freePort, startProgram } from './server.ts';

const tries = Number(process.argv[2] ?? 300);
const bar = 0.05;
const people = 20;
/**
 * Percentage of the fastest and of the slowest times to discard, because pauses of the machine are not part
 * of the response.
 */
const omitted = 20;

interface SignInPath {
  name: string;
  path: string;
  fields: (name: string) => Record<string, string>;
}

const signInPaths: SignInPath[] = [
  {
    name: 'sign in by username',
    path: '/signin',
    fields: (name) => ({ username_email: name, password: 'not the password' }),
  },
  {
    name: 'sign in by email',
    path: '/signin',
    fields: (name) => ({ username_email: `${name}@example.org`, password: 'not the password' }),
  },
  { name: 'request a reset code', path: '/forgot', fields: (name) => ({ email: `${name}@example.org` }) },
  {
    name: 'guess the reset code',
    path: '/forgot/code',
    fields: (name) => ({
      email: `${name}@example.org`,
      reset_key: '000000',
      password: 'a long and quiet sentence',
      confirm: 'a long and quiet sentence',
    }),
  },
];

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
let server: Awaited<ReturnType<typeof startProgram>> | undefined;
try {
  const { host, user, port, database } = postgres.connection;
  const [plazaPort, hopPort] = [await freePort(), await freePort()];
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
  };
  server = await startProgram(environment, plazaPort);
  const open = await openApp(loadConfig(environment), postgres.connection, log);
  for (let number = 0; number < people; number += 1) {
    const username = `known${number}`;
    const password = 'correct horse battery';
    await register(open.app, {
      username,
      email: `${username}@example.org`,
      password,
      firstName: 'K',
      lastName: 'N',
    });
  }
  await open.close();
  const origin = server.origin;
  const rows = [];
  for (const signInPath of signInPaths) rows.push(await compare(origin, signInPath));
  console.table(rows);
  process.exitCode = rows.every(({ passes }) => passes) ? 0 : 1;
} finally {
  await server?.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function compare(origin: string, signInPath: SignInPath) {
  const times = { known: [] as number[], strange: [] as number[] };
  const answers = { known: new Set<string>(), strange: new Set<string>() };
  // Shuffled, so that work left over from one response affects both kinds alike.
  const kinds = Array.from({ length: 2 * tries + people }, (_, index) => ({
    kind: index % 2 ? ('known' as const) : ('strange' as const),
    place: Math.random(),
  })).toSorted((a, b) => a.place - b.place);
  for (const [index, { kind }] of kinds.entries()) {
    const name = `${kind}${Math.floor(Math.random() * people)}`;
    const began = performance.now();
    const answer = await fetch(origin + signInPath.path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(signInPath.fields(name)),
    });
    const body = await answer.text();
    // The first requests are a warm-up.
    if (index >= people) times[kind].push(performance.now() - began);
    const to = answer.headers.get('location') ?? '';
    answers[kind].add(withoutNonce(`${answer.status} ${to} ${body}`, name));
  }
  const [known, strange] = [mean(times.known), mean(times.strange)];
  const differ = Math.abs(known - strange) / Math.max(known, strange);
  const sameAnswer = answers.known.size === 1 && [...answers.known].join() === [...answers.strange].join();
  return {
    path: signInPath.name,
    'known, ms': round(known),
    'unknown, ms': round(strange),
    'difference, %': round(differ * 100),
    'same response': sameAnswer,
    passes: sameAnswer && differ <= bar,
  };
}

/** Removes what differs from one page to the next for every viewer. */
function withoutNonce(text: string, name: string): string {
  const nonce = /name="csp-nonce" content="([^"]*)"/.exec(text)?.[1] ?? name;
  return text.replaceAll(nonce, '').replaceAll(name, '');
}

function mean(times: number[]): number {
  const cut = Math.floor((times.length * omitted) / 100);
  const middle = times.toSorted((a, b) => a - b).slice(cut, times.length - cut);
  return middle.reduce((sum, time) => sum + time, 0) / middle.length;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
