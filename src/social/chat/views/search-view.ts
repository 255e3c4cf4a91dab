import { t } from '../../../web/translation/translate.ts';
import { avatar } from '../../../web/components/people.ts';
import { button } from '../../../web/components/controls.ts';
import { emptyState, relativeTime } from '../../../web/components/surfaces.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html } from '../../../web/html.ts';
import { plainText } from '../../text/plain.ts';
import { type Conversation, formerMember } from '../conversations/conversation.ts';
import { type Message, messageExcerpt } from '../messages/message.ts';
import { conversationPicture, searchField } from './frame.ts';
import { pane } from './message-views.ts';

interface Search {
  words: string;
  conversationId: string | undefined;
  /** The conversations of the results, in a search of all. */
  conversations: readonly Conversation[];
  /** Conversations whose name matches. */
  named: readonly Conversation[];
  /** Newest first. */
  items: readonly Message[];
  isRecentOnly: boolean;
  now: Date;
}

/** Search results, each linked to its place in the conversation. */
export function chatSearchView(search: Search): Html {
  const { words, conversationId, conversations, named, items, isRecentOnly, now } = search;
  return pane(
    conversationId === undefined ? t('Search messages') : t('Search in conversation'),
    conversationId === undefined ? '/messages' : `/messages/${conversationId}`,
    html`<form class="search-row" action="/messages/search" method="get" role="search">
        ${conversationId !== undefined && html`<input type="hidden" name="in" value="${conversationId}" />`}
        ${searchField(t('Search messages'), words)} ${button({ label: t('Search') })}
      </form>
      ${
        conversationId !== undefined &&
        html`<form class="search-row" action="/messages/${conversationId}" method="get">
          ${textField({ name: 'date', label: t('Jump to date'), type: 'date', max: now.toISOString().slice(0, 10), required: true })}
          ${button({ label: t('Jump') })}
        </form>`
      }
      ${
        words.trim() !== '' &&
        items.length + named.length === 0 &&
        emptyState({
          illustration: 'quiet',
          title: t('No messages with “{words}”', { words }),
          text: t('Try fewer or different words.'),
        })
      }
      ${
        named.length > 0 &&
        html`<h2 class="chat-heading">Conversations</h2>
          <ul class="chat-people">
            ${named.map(
              (each) =>
                html`<li>
                  <a class="chat-person" href="/messages/${each.id}"
                    >${conversationPicture(each)}<b dir="auto">${each.name}</b></a
                  >
                </li>`,
            )}
          </ul>`
      }
      ${named.length > 0 && items.length > 0 && html`<h2 class="chat-heading">Messages</h2>`}
      ${isRecentOnly && html`<p class="chat-more">Very common words and symbols are only searched for in recent messages.</p>`}
      <ul class="chat-people">
        ${items.map((message) =>
          foundRow(
            message,
            conversations.find(({ id }) => id === message.conversationId),
            matchExcerpt(message, words, isRecentOnly),
            now,
          ),
        )}
      </ul>`,
  );
}

/** A search result with its author or, in a search of all conversations, the conversation. */
function foundRow(message: Message, conversation: Conversation | undefined, text: Html, now: Date): Html {
  const { id, conversationId, author, isMine, at } = message;
  const name = author?.name ?? formerMember();
  const who = isMine ? t('You') : conversation?.isGroup ? (author?.firstName ?? formerMember()) : undefined;
  return html`<li>
    <a class="chat-person" href="/messages/${conversationId}?before=${BigInt(id) + 1n}#message-${id}">
      ${conversation ? conversationPicture(conversation) : avatar(author ?? { id: '0', name, picture: null })}
      <span
        ><b dir="auto">${conversation?.name ?? name}</b> ${relativeTime(at, now)}<br /><span dir="auto"
          >${conversation && who !== undefined && `${who}: `}${text}</span
        ></span
      >
    </a>
  </li>`;
}

/** Characters shown before the first match, and in total. */
const [before, shown] = [50, 160];
/** Characters that are compared. */
const maxCompared = 20_000;

/**
 * An excerpt of a message around the first match, with matches highlighted. Words match in any letter case,
 * with or without accents, and in parts of words unless `isWhole`.
 */
export function matchExcerpt(message: Message, words: string, isWhole: boolean): Html {
  const text = message.text === '' ? messageExcerpt(message) : plainText(message.text);
  const matches = matchesIn(text, words, isWhole);
  const [first = 0] = matches.flat();
  const from = first > before * 2 ? first - before : 0;
  const until = Math.min(from + shown, text.length);
  const visible = matches.filter(([start, end]) => start >= from && end <= until);
  return html`${from > 0 && '…'}${visible.map(
    ([start, end], n) =>
      html`${text.slice(visible[n - 1]?.[1] ?? from, start)}<mark>${text.slice(start, end)}</mark>`,
  )}${text.slice(visible.at(-1)?.[1] ?? from, until)}${until < text.length && '…'}`;
}

/** Start and end of each match. */
function matchesIn(text: string, words: string, isWhole: boolean): [number, number][] {
  const typed = words
    .split(/\s+/)
    .map((word) => withoutMarks(fold(word).folded))
    .filter(Boolean)
    .map((word) => (isWhole ? wholeWord(word) : literal(word)));
  if (typed.length === 0) return [];
  const { folded, starts } = fold(text.slice(0, maxCompared));
  return [...folded.matchAll(new RegExp(typed.join('|'), 'gu'))]
    .map(({ 0: found, index }): [number, number] => [
      starts[index] ?? 0,
      starts[index + found.length] ?? text.length,
    ])
    .filter(([start, end]) => end > start);
}

/** A word without the marks around it. */
function withoutMarks(word: string): string {
  const inner = word.replace(/^["'([{]+/, '');
  const end = /["')\]},;:!?]{1,20}$/.exec(inner);
  return end ? inner.slice(0, end.index) : inner;
}

/** A text without what searches ignore, with the index in the text of each of its characters. */
function fold(text: string): { folded: string; starts: number[] } {
  const folded: string[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = character <= '\u007f' ? character.toLowerCase() : foldCharacter(character);
    folded.push(plain);
    starts.push(...Array<number>(plain.length).fill(at));
    at += character.length;
  }
  return { folded: folded.join(''), starts: [...starts, at] };
}

/** Letters and marks that are one in a search, beside letter case and accents. */
const forms: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", '‛': "'", ʼ: "'", '′': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '「': '"', '」': '"', '『': '"', '』': '"' },
  ...{ '‐': '-', '‑': '-', '–': '-', '—': '-' },
  ...{ ς: 'σ', ß: 'ss', ı: 'i', đ: 'd', ø: 'o', ł: 'l' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' },
};

const ignored =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\p{Cf}\p{Variation_Selector}]/gu;

const foldCharacter = (character: string): string =>
  character
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(ignored, '')
    .replaceAll(/./gu, (each) => forms[each] ?? each);

const literal = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Symbols also match within words. */
const wholeWord = (word: string): string =>
  /^[\p{L}\p{M}\p{Nd}]+$/u.test(word)
    ? `(?<![\\p{L}\\p{M}\\p{Nd}])${word}(?![\\p{L}\\p{M}\\p{Nd}])`
    : literal(word);
