import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { splitHead } from '../split-head.ts';

interface DemoSection {
  title: string;
  forums: readonly DemoForum[];
}

/** A demo forum and its threads. */
export interface DemoForum {
  title: string;
  description: string;
  moderator?: string | undefined;
  /** The parent forum. */
  below?: string | undefined;
  threads: readonly DemoThread[];
}

export interface DemoThread {
  by: string;
  title: string;
  text: string;
  replies: readonly DemoReply[];
  isPinned: boolean;
  isClosed: boolean;
  /** The forum in which the thread was started by mistake. */
  begunIn?: string | undefined;
}

interface DemoReply {
  by: string;
  text: string;
  /** The number of the quoted reply, starting at 1. 0 is the first post. */
  quote?: number | undefined;
}

/**
 * Reads the sections, one per file. `#` is the section title, `## title | description` a forum, `== author:
 * title` a thread and `-- author` a reply, followed by `>2` if it quotes the second reply. Options follow a
 * `|`.
 */
export function readForums(): DemoSection[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => toSection(readFileSync(join(import.meta.dirname, name), 'utf8')));
}

function toSection(written: string): DemoSection {
  const [title = '', ...forums] = written.split(/^## /m);
  return { title: title.replace('#', '').trim(), forums: forums.map(toForum) };
}

function toForum(written: string): DemoForum {
  const [first = '', ...threads] = written.split(/^== /m);
  const [title = '', description = '', ...more] = first.trim().split(' | ');
  return {
    title,
    description,
    moderator: valueOf(more, 'moderator'),
    below: valueOf(more, 'below'),
    threads: threads.map(toThread),
  };
}

function toThread(written: string): DemoThread {
  const [first = '', ...replies] = written.split(/^-- /m);
  const { head, text } = splitHead(first);
  const [who = '', ...more] = head.split(' | ');
  const [, by = '', title = ''] = /^(\w+): (.*)$/.exec(who) ?? [];
  return {
    by,
    title,
    text,
    replies: replies.map(toReply),
    isPinned: more.includes('pinned'),
    isClosed: more.includes('closed'),
    begunIn: valueOf(more, 'begun in'),
  };
}

function toReply(written: string): DemoReply {
  const { head, text } = splitHead(written);
  const [by = '', quote] = head.split(' >');
  return { by, text, quote: quote === undefined ? undefined : Number(quote) };
}

const valueOf = (facts: readonly string[], name: string): string | undefined =>
  facts.find((fact) => fact.startsWith(`${name}: `))?.slice(name.length + 2);
