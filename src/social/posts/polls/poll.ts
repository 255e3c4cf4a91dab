import { invalid, msg } from '../../../kernel/problem.ts';
import { cleanText, isBlank, toLine } from '../../../kernel/text.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

/** A poll as one viewer sees it. */
export interface Poll {
  options: PollOption[];
  /** Number of people who voted. */
  voters: number;
  isMultiple: boolean;
  /** Whether voters can change their vote until the poll ends. */
  isChangeable: boolean;
  endsAt: Date;
  hasEnded: boolean;
  /** Positions of the viewer's chosen options. */
  mine: number[];
  /** Whether to show results: the viewer has voted, or the poll has ended. */
  showsResults: boolean;
}

export interface PollOption {
  /** Starts at 1. */
  position: number;
  text: string;
  votes: number;
}

/** A new poll. */
export interface NewPoll {
  options: readonly string[];
  isMultiple: boolean;
  isChangeable: boolean;
  /** Duration from publication. */
  minutes: number;
}

export const maxOptions = 10;
export const longestOption = 100;
const shortestPoll = 5;
const longestPoll = 366 * 24 * 60;

/** Validates a poll. Throws a `Problem` at the invalid field. */
export function checkPoll(given: NewPoll): NewPoll {
  const options = given.options
    .map((option) => toLine(cleanText(option, 'poll_options', longestOption)))
    .filter((option) => !isBlank(option));
  if (options.length < 2) throw invalid('poll_options', msg('A poll needs at least two choices'));
  if (options.length > maxOptions)
    throw invalid('poll_options', msg('A poll can have at most {maxOptions} choices', { maxOptions }));
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    throw invalid('poll_options', msg('Two choices are the same'));
  if (!(given.minutes >= shortestPoll && given.minutes <= longestPoll))
    throw invalid('poll_minutes', msg('A poll must last between five minutes and one year'));
  return { ...given, options };
}

/** Stores a validated poll with its post. */
export async function savePoll({ db, clock }: App, postId: string, poll: NewPoll): Promise<void> {
  await db
    .insertInto('social.poll')
    .values({
      post_id: postId,
      is_multiple: poll.isMultiple,
      is_changeable: poll.isChangeable,
      ends_at: new Date(clock.now().getTime() + minutes(poll.minutes)),
    })
    .execute();
  await db
    .insertInto('social.poll_option')
    .values(poll.options.map((text, index) => ({ post_id: postId, position: index + 1, text })))
    .execute();
}

/** A poll row. Times from JSON are text. */
interface PollRow {
  is_multiple: boolean;
  is_changeable: boolean;
  ends_at: string | Date;
  options: { position: number; text: string }[];
  /** Positions of the viewer's chosen options. */
  mine: number[];
}

/** @param counts counters of the post by kind */
export function toPoll(
  row: PollRow,
  counts: ReadonlyMap<string, number>,
  { now, isMine }: { now: Date; isMine: boolean },
): Poll {
  const endsAt = new Date(row.ends_at);
  const hasEnded = endsAt <= now;
  const { mine } = row;
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
