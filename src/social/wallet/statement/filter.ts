import { invalid } from '../../../kernel/problem.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { days, parseDay } from '../../../kernel/time.ts';
import { Type, type Static } from 'typebox';

export const statementAccounts = ['wallet', 'earnings', 'held'] as const;

const Day = Type.String({ pattern: String.raw`^(\d{4}-\d{2}-\d{2})?$`, default: '' });

/** Query of the statement form. Empty fields do not filter. */
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
  /** UTC dates, inclusive. */
  from: string | undefined;
  to: string | undefined;
}

function dayOr(field: 'from' | 'to', text: string): string | undefined {
  if (text === '') return undefined;
  if (!parseDay(text)) throw invalid(field, t('Choose a date'));
  return text;
}

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
  from: dayOr('from', from),
  to: dayOr('to', to),
});

/** The start and end of a day in UTC. */
export function wholeDay(day: string): { start: Date; end: Date } {
  const start = new Date(`${day}T00:00:00Z`);
  return { start, end: new Date(start.getTime() + days(1)) };
}

/** The filter as query parameters. */
export const queryOf = (filter: StatementFilter): Record<string, string> => ({
  account: filter.account,
  ...(filter.direction !== 'all' && { direction: filter.direction }),
  ...(filter.kind !== undefined && { kind: filter.kind }),
  ...(filter.from !== undefined && { from: filter.from }),
  ...(filter.to !== undefined && { to: filter.to }),
});
