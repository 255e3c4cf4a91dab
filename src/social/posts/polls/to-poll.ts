import type { Poll } from './poll.ts';

/** A poll row. Times from JSON are text. */
interface PollRow {
  is_multiple: boolean;
  is_changeable: boolean;
  ends_at: string | Date;
  options: { position: number; text: string }[];
  mine: { position: number }[];
}

/** @param counts counters of the post by kind */
export function toPoll(
  row: PollRow,
  counts: ReadonlyMap<string, number>,
  { now, isMine }: { now: Date; isMine: boolean },
): Poll {
  const endsAt = new Date(row.ends_at);
  const hasEnded = endsAt <= now;
  const mine = row.mine.map(({ position }) => position);
  const showsResults = hasEnded || isMine || mine.length > 0;
  return {
    options: row.options.map(({ position, text }) => ({
      position,
      text,
      votes: showsResults ? (counts.get(`vote-${position}`) ?? 0) : 0,
    })),
    voters: counts.get('voters') ?? 0,
    isMultiple: row.is_multiple,
    isChangeable: row.is_changeable,
    endsAt,
    hasEnded,
    mine,
    showsResults,
  };
}
