import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { sandboxTask } from '../../platform/sandbox/task.ts';

/** A function of a text and further values, to be prepared. */
export interface TextCall {
  name: string;
  text: string;
  more: readonly unknown[];
  /** Processor time of the worst text, in microseconds per character. */
  cost: number;
}

interface TextFunction<More extends readonly unknown[], Result> {
  /** Returns the prepared result, or computes it. */
  (text: string, ...more: More): Result;
  call(text: string, ...more: More): TextCall;
}

type Compute = (text: string, ...more: readonly unknown[]) => unknown;
const functions = new Map<string, Compute>();

/** Shorter texts are not worth a sandbox. */
const shortest = 500;
/** Calls that cost at most this many microseconds together are computed where they are needed. */
const budget = 8000;
const results = new LRUCache<string, { value: unknown }>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ value }, key) => sizeOf(value) + key.length * 2 + 300,
});
const pending = new Map<string, Promise<unknown>>();

/**
 * Declares a pure function of text that is too expensive for long texts in the process that serves requests.
 * Its results are cached by the text, and `prepareTexts` computes them in a sandbox before they are needed. They
 * consist of plain values.
 */
export function ofText<More extends readonly unknown[], Result>(
  name: string,
  cost: number,
  compute: (text: string, ...more: More) => Result,
): TextFunction<More, Result> {
  functions.set(name, compute as unknown as Compute);
  const call = (text: string, ...more: More): TextCall => ({ name, text, more, cost });
  const get = (text: string, ...more: More): Result => {
    const key = keyOf({ name, text, more });
    const known = results.get(key);
    if (known) return known.value as Result;
    const value = compute(text, ...more);
    results.set(key, { value });
    return value;
  };
  return Object.assign(get, { call });
}

/**
 * Computes what is expensive of the calls in a sandbox, in the turn of `owner`. Throws the `Problem` of the sandbox.
 * Does nothing in a transaction, which must not wait for other processes.
 */
export async function prepareTexts(app: App, owner: string, calls: readonly TextCall[]): Promise<void> {
  if (app.db.isTransaction) return;
  const missing = new Map<string, TextCall>();
  let cost = 0;
  for (const call of calls) {
    if (call.text.length < shortest) continue;
    const key = keyOf(call);
    if (results.has(key) || missing.has(key)) continue;
    missing.set(key, call);
    cost += call.text.length * call.cost;
  }
  if (cost <= budget) return;
  const started: Promise<unknown>[] = [];
  const fresh = [...missing].filter(([key]) => !pending.has(key));
  if (fresh.length > 0) {
    const work = run(app, owner, fresh);
    for (const [key] of fresh) pending.set(key, work);
    started.push(work.finally(() => fresh.forEach(([key]) => pending.delete(key))));
  }
  await Promise.all([...started, ...[...missing.keys()].map((key) => pending.get(key))]);
}

/**
 * As `prepareTexts`, for texts that are shown. Where no sandbox is free, `instead` is shown for a few seconds, so that
 * nobody can keep others from reading.
 */
export async function prepareShown(
  app: App,
  owner: string,
  calls: readonly TextCall[],
  instead: (call: TextCall) => unknown,
): Promise<void> {
  try {
    await prepareTexts(app, owner, calls);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    for (const call of calls) {
      if (call.text.length < shortest || results.has(keyOf(call))) continue;
      results.set(keyOf(call), { value: instead(call) }, { ttl: 10_000 });
    }
  }
}

async function run(app: App, owner: string, calls: readonly [string, TextCall][]): Promise<void> {
  const sent = calls.map(([, { name, text, more }]) => ({ name, text, more }));
  const values = await runSandboxed(app, preparing, sent, { class: 'members', owner, field: 'text' });
  for (const [at, [key]] of calls.entries()) results.set(key, { value: values[at] });
}

/** What the sandbox receives. */
type SentCall = Pick<TextCall, 'name' | 'text' | 'more'>;

/** The task without the functions, which `text-task.ts` of the moderation loads. */
export const preparing = sandboxTask('texts', () =>
  Promise.resolve((calls: readonly SentCall[]) => calls.map(compute)),
);

function compute({ name, text, more }: SentCall): unknown {
  const known = functions.get(name);
  if (!known) throw new Error(`Unknown function ${name}`);
  return known(text, ...more);
}

/** Contains a short text itself, because hashing takes as long as rendering. The length separates the parts. */
const keyOf = ({ name, text, more }: SentCall) =>
  `${name} ${text.length} ${text.length < shortest ? text : digestOf(text)} ${more.length > 0 ? JSON.stringify(more) : ''}`;

/** The last long text: a request asks for several functions of one text. */
let last = { text: '', digest: '' };

function digestOf(text: string): string {
  if (text !== last.text) last = { text, digest: hash('sha1', text, 'base64') };
  return last.digest;
}

/** An estimate in bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 50);
}
