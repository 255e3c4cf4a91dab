import { Type, type Static } from 'typebox';
import { days } from '../../../kernel/time.ts';

export const statementAccounts = ['wallet', 'earnings', 'held'] as const;

const Day = Type.String({ pattern: String.raw`^(\d{4}-\d{2}-\d{2})?$`, default: '' });

/** What a statement's form sends: its empty fields are no filter. */
export const StatementQuery = Type.Object({
  account: Type.Enum([...statementAccounts], { default: 'wallet' }),
  direction: Type.Enum(['all', 'in', 'out'], { default: 'all' }),
  kind: Type.String({ pattern: '^[a-z_]{0,40}$', default: '' }),
  from: Day,
  to: Day,
});

export interface StatementFilter {
  account: (typeof statementAccounts)[number];
  direction: 'all' | 'in' | 'out';
  kind: string | undefined;
  /** Days in UTC, both included. */
  from: string | undefined;
  to: string | undefined;
}

/** A day that is none, such as the 31st of June, is no filter. */
const dayOr = (text: string): string | undefined =>
  text !== '' && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : undefined;

export const toFilter = ({
  account,
  direction,
  kind,
  from,
  to,
}: Static<typeof StatementQuery>): StatementFilter => ({
  account,
  direction,
  kind: kind === '' ? undefined : kind,
  from: dayOr(from),
  to: dayOr(to),
});

/** A day from its first moment to that of the next one, in UTC. */
export function wholeDay(day: string): { start: Date; end: Date } {
  const start = new Date(`${day}T00:00:00Z`);
  return { start, end: new Date(start.getTime() + days(1)) };
}

/** The filter as it is in an address. */
export const queryOf = (filter: StatementFilter): Record<string, string> => ({
  account: filter.account,
  ...(filter.direction !== 'all' && { direction: filter.direction }),
  ...(filter.kind !== undefined && { kind: filter.kind }),
  ...(filter.from !== undefined && { from: filter.from }),
  ...(filter.to !== undefined && { to: filter.to }),
});
