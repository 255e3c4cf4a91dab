import { icon } from '../../../web/components/controls.ts';
import {
  type MenuEntry,
  menuList,
  type RowMenu,
  rowMenu,
} from '../../../web/components/navigation/row-menu.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import { reactionStyles } from '../../components/reactions.ts';
import { reactionKinds } from '../../tallies/reaction-kinds.ts';
import type { Message } from '../messages/message.ts';
import { pane } from './message-views.ts';

/** Everything that a member of a conversation can do with a message. */
const messageEntries = () =>
  ({
    reply: { label: t('Reply'), icon: 'reply', href: '/messages/{chat}?reply={id}' },
    forward: { label: t('Forward'), icon: 'forward', href: '/messages/{chat}/messages/{id}/forward' },
    reactions: { label: t('Reactions'), icon: 'smile', href: '/messages/{chat}/messages/{id}/reactions' },
    seen: { label: t('Seen by'), icon: 'check-check', href: '/messages/{chat}/messages/{id}/seen' },
    edit: { label: t('Edit'), icon: 'pencil', href: '/messages/{chat}?edit={id}' },
    report: { label: t('Report'), icon: 'flag', href: '/report?handle=message&id={id}' },
    hide: { label: t('Delete for me'), icon: 'eye-off', ...deletion('me') },
    delete: {
      label: t('Delete for everyone'),
      icon: 'trash-2',
      ...deletion('everybody'),
      danger: true,
      confirm: t('Delete this message for everyone?'),
    },
  }) as const satisfies Record<string, MenuEntry>;

const deletion = (whose: 'me' | 'everybody') =>
  ({ to: '/messages/{chat}/messages/{id}/delete', fields: { for: whose }, acts: true }) as const;

/** What readers can do with most messages of others. */
const usual = 'reply forward reactions report hide';

export const messagesMenu = (): Html =>
  rowMenu(messageEntries(), true, usual, picker('/messages/{chat}/messages/{id}/react', 'menuitem'));

const picker = (to: string, role?: 'menuitem'): Html =>
  html`<form
    class="message-picker"
    action="${to}"
    method="post"
    data-act
    data-repeatable
    ${attributes({ role: role && 'none' })}
  >
    ${reactionKinds.map((kind) => {
      const { label, icon: drawing } = reactionStyles()[kind];
      return html`<button
        ${attributes({ type: 'submit', name: 'reaction', value: kind, title: label, role })}
      >
        ${icon(drawing, label)}
      </button>`;
    })}
  </form>`;

/** What a reader can do with a message. */
export function messageActs(
  { id, conversationId, isMine, text }: Message,
  { isGroup }: { isGroup: boolean },
): RowMenu<keyof ReturnType<typeof messageEntries>> {
  return {
    label: t('Message actions'),
    href: `/messages/${conversationId}/messages/${id}/menu`,
    usual,
    entries: [
      'reply',
      'forward',
      'reactions',
      isMine && isGroup && 'seen',
      isMine && text !== '' && 'edit',
      !isMine && 'report',
      'hide',
      isMine && 'delete',
    ],
    values: { 'data-id': id, 'data-chat': conversationId },
  };
}

/** The menu of a message as a page, for readers without scripts. */
export const messageMenuView = (message: Message, context: { isGroup: boolean }): Html => {
  const here = `/messages/${message.conversationId}`;
  return pane(
    t('Message actions'),
    `${here}#message-${message.id}`,
    html`${picker(`${here}/messages/${message.id}/react`)}
    ${menuList(messageEntries(), messageActs(message, context))}`,
  );
};
