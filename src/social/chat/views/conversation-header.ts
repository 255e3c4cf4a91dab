import { t } from '../../../web/translation/translate.ts';
import { icon } from '../../../web/components/controls.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { avatar } from '../../../web/components/people.ts';
import { relativeTime } from '../../../web/components/surfaces.ts';
import { attributes, html, type Html, nothing } from '../../../web/html.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { callButtons } from './call-view.ts';
import { conversationPicture } from './frame.ts';

/** Who is in a conversation, and what can be done with it. */
export function conversationHeader(conversation: Conversation, now: Date): Html {
  const { id, name, isGroup, isRequest, members, memberCount } = conversation;
  const [other] = members;
  const href = isGroup ? `/messages/${id}/details` : other ? `/@${other.profile.username}` : undefined;
  const who = html`${conversationPicture(conversation)}
    <span class="chat-title">
      <span class="chat-name" dir="auto">${name}</span>
      <span
        class="chat-state"
        data-chat-target="state"
        ${attributes({ 'data-online': isGroup ? undefined : String(other?.isOnline) })}
        >${isGroup ? t('{memberCount} members', { memberCount }) : presence(conversation, now)}</span
      >
    </span>`;
  return html`<header class="chat-bar">
    <a class="icon-button chat-back" href="/messages" aria-label="Back to messages"
      >${icon('chevron-left')}</a
    >
    <h1 class="visually-hidden">${name}</h1>
    ${href === undefined ? html`<div class="chat-who">${who}</div>` : html`<a class="chat-who" href="${href}">${who}</a>`}
    ${(isGroup || other) && !isRequest && callButtons(id)} ${conversationMenu(conversation)}
  </header>`;
}

function presence({ members: [other] }: Conversation, now: Date): Html {
  if (!other) return nothing;
  if (other.isOnline) return html`Online`;
  const { lastSeenAt } = other.profile;
  return lastSeenAt
    ? html`Last seen ${relativeTime(lastSeenAt, now)}`
    : html`<bdi dir="ltr">@${other.profile.username}</bdi>`;
}

function conversationMenu(conversation: Conversation): Html {
  const { id, isGroup, groupId, isMuted, isPinned, isArchived, members } = conversation;
  const to = `/messages/${id}/change`;
  const act = (label: string, word: string, image: Parameters<typeof menuButton>[0]['icon']) =>
    menuButton({ label, to, fields: { do: word }, ...(image && { icon: image }) });
  const [other] = members;
  return menu({
    label: t('Conversation actions'),
    items: html`${isGroup && menuLink({ label: t('Group details'), href: `/messages/${id}/details`, icon: 'users' })}
    ${groupId !== null && menuLink({ label: t('View group'), href: `/groups/${groupId}`, icon: 'users' })}
    ${menuLink({ label: t('Search or jump to date'), href: `/messages/search?in=${id}`, icon: 'search' })}
    ${isMuted ? act(t('Unmute'), 'unmute', 'volume-2') : act(t('Mute'), 'mute', 'volume-x')}
    ${!isMuted && act(t('Mute for 1 hour'), 'mute-hour', 'clock')}
    ${isPinned ? act(t('Unpin'), 'unpin', 'pin-off') : act(t('Pin'), 'pin', 'pin')}
    ${isArchived ? act(t('Unarchive'), 'unarchive', 'archive') : act(t('Archive'), 'archive', 'archive')}
    ${menuLine}
    ${
      !isGroup &&
      other &&
      menuButton({
        label: t('Block'),
        to: `/people/${other.profile.id}/connect`,
        fields: { do: 'block', back: '/messages' },
        icon: 'ban',
        danger: true,
        confirm: t('Block {name}?', { name: other.profile.name }),
      })
    }
    ${
      isGroup &&
      groupId === null &&
      menuButton({
        label: t('Leave group'),
        to: `/messages/${id}/leave`,
        icon: 'log-out',
        danger: true,
        confirm: t('Leave this group?'),
      })
    }
    ${menuButton({
      label: t('Delete conversation'),
      to: `/messages/${id}/delete`,
      icon: 'trash-2',
      danger: true,
      confirm: t('Delete this conversation for yourself? The others keep it.'),
    })}`,
  });
}

/** Whom a conversation is with, above its first message. */
export function conversationStart({ id, name, isGroup, picture, memberCount, members }: Conversation): Html {
  const [other] = members;
  const person = isGroup || !other ? { id, name, picture } : other.profile;
  return html`<div class="chat-start">
    ${isGroup && picture === null ? html`<span class="avatar large chat-group">${icon('users')}</span>` : avatar(person, 'large')}
    <p class="chat-name" dir="auto">${name}</p>
    <p class="chat-state">
      ${isGroup ? t('{memberCount} members', { memberCount }) : other && html`<bdi dir="ltr">@${other.profile.username}</bdi>`}
    </p>
    <p>${t('This is the beginning of your conversation.')}</p>
  </div>`;
}
