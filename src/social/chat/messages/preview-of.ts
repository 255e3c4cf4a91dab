import { t } from '../../../kernel/translation/translate.ts';
import { describeCall } from '../calls/outcome.ts';
import { formerMember } from '../conversations/name-of.ts';
import { plainText } from '../../text/plain-text.ts';
import { short } from '../../text/short.ts';
import type { Message, MessageEvent, MessageFile } from './message.ts';

const longest = 140;

/** Describes the files of a message without text. */
function describeFiles(kind: MessageFile['kind'], count: number): string {
  switch (kind) {
    case 'photos':
      return t('{count, plural, one {Photo} other {# photos}}', { count });
    case 'video':
      return t('{count, plural, one {Video} other {# videos}}', { count });
    case 'audio':
      return t('{count, plural, one {Audio} other {# audio files}}', { count });
    case 'voice_notes':
      return t('{count, plural, one {Voice message} other {# voice messages}}', { count });
    case 'file':
      return t('{count, plural, one {File} other {# files}}', { count });
  }
}

/** Describes a message in one line, without its author. */
export function previewOf(message: Message): string {
  if (message.isRemoved) return t('Message removed by a moderator');
  if (message.isDeleted) return t('Message deleted');
  if (message.event) return describeEvent(message);
  if (message.text !== '') return short(plainText(message.text), longest);
  const [first] = message.files;
  if (!first) return '';
  if (first.kind === 'file' && message.files.length === 1 && first.name) return first.name;
  return describeFiles(first.kind, message.files.length);
}

/** Describes an event in a conversation as a sentence. */
export function describeEvent({ event, author, about, isMine, text, call }: Message): string {
  if (!event) return '';
  const name = author?.name ?? formerMember();
  const whom = about?.name ?? formerMember();
  const words: Record<MessageEvent, () => string> = {
    created: () => {
      if (isMine)
        return text ? t('You created the group “{title}”', { title: text }) : t('You created the group');
      return text
        ? t('{name} created the group “{title}”', { name, title: text })
        : t('{name} created the group', { name });
    },
    renamed: () => {
      if (isMine)
        return text ? t('You named the group “{title}”', { title: text }) : t('You removed the group name');
      return text
        ? t('{name} named the group “{title}”', { name, title: text })
        : t('{name} removed the group name', { name });
    },
    pictured: () => {
      if (text === 'removed')
        return isMine ? t('You removed the group picture') : t('{name} removed the group picture', { name });
      return isMine ? t('You changed the group picture') : t('{name} changed the group picture', { name });
    },
    added: () => (isMine ? t('You added {whom}', { whom }) : t('{name} added {whom}', { name, whom })),
    removed: () => (isMine ? t('You removed {whom}', { whom }) : t('{name} removed {whom}', { name, whom })),
    left: () => t('{name} left', { name }),
    call: () => {
      if (call) return describeCall(call, author?.name);
      return isMine ? t('You called') : t('{name} called', { name });
    },
  };
  return words[event]();
}
