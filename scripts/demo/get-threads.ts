import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toSubject } from './paint/paint.ts';
import type { Subject } from './paint/paint.ts';
import { splitHead } from './split-head.ts';

/** A demo post with its comments. */
export interface Thread {
  author: string;
  privacy: 'public' | 'friends';
  text: string;
  pictures: { subject: Subject; alt: string }[];
  comments: { author: string; text: string }[];
}

const folder = join(import.meta.dirname, 'threads');

/**
 * Reads threads/*.txt. `== author` starts a post, followed by `friends` if it is for friends only, and by `|
 * subject: alt text` for each picture. `-- author` starts a comment. Everything else is the text as posted.
 */
export function getThreads(): Thread[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/^== /m).slice(1).map(toThread));
}

function toThread(written: string): Thread {
  const [post = '', ...comments] = written.split(/^-- /m);
  const { head, text } = splitHead(post);
  const [who = '', ...pictures] = head.split('|');
  const [author = '', privacy] = who.trim().split(' ');
  return {
    author,
    privacy: privacy === 'friends' ? 'friends' : 'public',
    text,
    pictures: pictures.map(toPicture),
    comments: comments.map(splitHead).map(({ head, text }) => ({ author: head, text })),
  };
}

function toPicture(written: string): Thread['pictures'][number] {
  const [subject = '', alt = ''] = written.split(':').map((part) => part.trim());
  return { subject: toSubject(subject), alt };
}
