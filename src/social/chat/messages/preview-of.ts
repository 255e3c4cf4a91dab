import { callInWords } from '../calls/outcome.ts';
import { formerMember } from '../conversations/name-of.ts';
import { plainText } from '../../text/plain-text.ts';
import { short } from '../../text/short.ts';
import type { Message, MessageEvent, MessageFile } from './message.ts';

const longest = 140;

const kindNames: Readonly<Record<MessageFile['kind'], readonly [one: string, many: string]>> = {
  photos: ['Photo', 'photos'],
  video: ['Video', 'videos'],
  audio: ['Audio', 'audio files'],
  voice_notes: ['Voice message', 'voice messages'],
  file: ['File', 'files'],
};

/** A message in a line, without who wrote it. */
export function previewOf(message: Message): string {
  if (message.isRemoved) return 'Message removed by a moderator';
  if (message.isDeleted) return 'Message deleted';
  if (message.event) return inWords(message);
  if (message.text !== '') return short(plainText(message.text), longest);
  const [first] = message.files;
  if (!first) return '';
  const [one, many] = kindNames[first.kind];
  if (first.kind === 'file' && message.files.length === 1) return first.name || one;
  return message.files.length === 1 ? one : `${message.files.length} ${many}`;
}

/** What happened in a conversation, as a sentence. */
export function inWords({ event, author, about, isMine, text, call }: Message): string {
  const who = isMine ? 'You' : (author?.name ?? formerMember());
  const whom = about?.name ?? formerMember();
  const words: Record<MessageEvent, string> = {
    created: text === '' ? `${who} created the group` : `${who} created the group “${text}”`,
    renamed: text === '' ? `${who} removed the group name` : `${who} named the group “${text}”`,
    pictured: `${who} ${text === 'removed' ? 'removed' : 'changed'} the group picture`,
    added: `${who} added ${whom}`,
    removed: `${who} removed ${whom}`,
    left: `${author?.name ?? formerMember()} left`,
    call: call ? callInWords(call, author?.name) : `${who} called`,
  };
  return event ? words[event] : '';
}
