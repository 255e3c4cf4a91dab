import type { Result } from './round.ts';
import { count } from './writers.ts';

const columns = [
  'Fault',
  'Rounds',
  'No write for, s: median, most',
  'Acknowledged',
  'Lost',
  'Doubled',
  'Redirects answered',
  'Slowest, s',
  'Clicks lost',
  'Messages in open streams late by, s',
  'Webhooks late by, s',
  'Answers that were no acknowledgment',
];

/** The results of all rounds, as one table with a row for each fault. */
export class Table {
  readonly #results = new Map<string, Result[]>();

  add(fault: string, result: Result): void {
    this.#results.set(fault, [...(this.#results.get(fault) ?? []), result]);
  }

  print(): string {
    const rows = [...this.#results].map(([fault, results]) => rowOf(fault, results));
    return [columns, columns.map((_, i) => (i === 0 || i === columns.length - 1 ? '---' : '---:')), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n');
  }

  /** What must not have happened, as sentences. */
  failures(): string[] {
    return [...this.#results].flatMap(([fault, results]) =>
      results.flatMap((result, i) =>
        failuresOf(result).map((failure) => `${fault}, round ${i + 1}: ${failure}`),
      ),
    );
  }
}

/** A round as a line. */
export const lineOf = (fault: string, round: number, result: Result): string => {
  const pauses = [...result.pauses].map(([kind, seconds]) => `${kind} ${seconds.toFixed(1)}`).join(', ');
  const { acknowledged, lost, doubled, redirects, clicks, streamDelay, webhookDelay, errors } = result;
  return [
    `${fault} ${round}: no write for ${pauses} s`,
    `${acknowledged} acknowledged, ${sum(lost)} lost, ${sum(doubled)} doubled; ${toText(errors) || 'no errors'}`,
    `redirects ${redirects.answered} of ${redirects.asked}, slowest ${redirects.slowest.toFixed(1)} s, ` +
      (toText(redirects.errors) || 'no errors'),
    `clicks lost ${clicks.lost}; messages late by ${streamDelay.toFixed(1)} s, webhooks by ${webhookDelay.toFixed(1)} s`,
    ...failuresOf(result).map((failure) => `FAILED ${failure}`),
  ].join('\n    ');
};

function failuresOf({ lost, doubled, clicks, redirects, failures }: Result): string[] {
  const wrong = (counts: Map<string, number>, what: string) =>
    [...counts].filter(([, n]) => n > 0).map(([kind, n]) => `${n} ${kind} ${what}`);
  return [
    ...failures,
    ...wrong(lost, 'acknowledged and lost'),
    ...wrong(doubled, 'doubled'),
    ...(clicks.lost > clicks.allowed ? [`${clicks.lost} clicks lost, of ${clicks.allowed} that may be`] : []),
    ...(clicks.doubled > 0 ? [`${clicks.doubled} clicks doubled`] : []),
    ...(redirects.answered < redirects.asked
      ? [`${redirects.asked - redirects.answered} redirects not answered`]
      : []),
  ];
}

function rowOf(fault: string, results: readonly Result[]): string[] {
  const pauses = results
    .map(({ pauses }) => Math.max(...pauses.values()))
    .toSorted((one, other) => one - other);
  const total = (value: (result: Result) => number) =>
    String(results.reduce((all, each) => all + value(each), 0));
  const most = (value: (result: Result) => number) => Math.max(...results.map(value)).toFixed(1);
  const errors = new Map<string, number>();
  const missed = new Map<string, number>();
  for (const result of results) {
    for (const [name, n] of result.errors) count(errors, name, n);
    for (const [name, n] of result.redirects.errors) count(missed, name, n);
  }
  const asked = total(({ redirects }) => redirects.asked);
  const repeated = sum(missed) > 0 ? `, ${toText(missed)} before` : '';
  return [
    fault,
    String(results.length),
    `${(pauses[Math.floor(pauses.length / 2)] ?? 0).toFixed(1)}, ${(pauses.at(-1) ?? 0).toFixed(1)}`,
    total(({ acknowledged }) => acknowledged),
    total(({ lost }) => sum(lost)),
    total(({ doubled, clicks }) => sum(doubled) + clicks.doubled),
    `${total(({ redirects }) => redirects.answered)} of ${asked}${repeated}`,
    most(({ redirects }) => redirects.slowest),
    total(({ clicks }) => clicks.lost),
    most(({ streamDelay }) => streamDelay),
    most(({ webhookDelay }) => webhookDelay),
    toText(errors) || 'none',
  ];
}

const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((all, n) => all + n, 0);
const toText = (counts: Map<string, number>): string =>
  [...counts].map(([name, n]) => `${n} × ${name}`).join(', ');
