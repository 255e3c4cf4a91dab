import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import type { ArchiveSection } from '../../../platform/archive/section.ts';
import { isShownTo } from '../../chat/conversations/memberships.ts';
import { blockedBetween } from '../../people/between.ts';

/**
 * Archive sections for chat: the messages a person can read, and those they wrote in groups that they left,
 * without those they deleted and those of blocked people.
 */
export const chatSections = (plazaUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'conversations',
    title: t('Conversations'),
    about: t('Your conversations and their settings.'),
    files: ['picture'],
    rows: sql`select ${plazaUrl} || '/messages/' || conversation.id as address,
      case when is_group then 'Group' else 'Two people' end as kind, title, picture_path as picture,
      (select jsonb_agg(username order by username) from social.conversation_member as member
        join identity.account on account.id = member.account_id
        where member.conversation_id = conversation.id and member.account_id <> ${accountId}
          and not ${blockedBetween('member.account_id', accountId)}) as "with",
      mine.is_owner as "youOwnIt", mine.joined_at as "joinedAt", mine.seen_at as "readAt", mine.muted_until as "mutedUntil",
      mine.pinned_at as "pinnedAt", mine.archived_at as "archivedAt", mine.draft
      from social.conversation_member as mine join social.conversation on conversation.id = mine.conversation_id
      where mine.account_id = ${accountId} order by mine.last_message_id desc`,
  },
  {
    name: 'messages',
    title: t('Messages'),
    about: t('Messages you and others wrote in your conversations.'),
    files: ['attachments'],
    rows: sql`select ${plazaUrl} || '/messages/' || message.conversation_id as conversation,
      case when message.author_id = ${accountId} then 'You' else coalesce(author.username, 'Former member') end as "from",
      message.text, message.event, message.created_at as "sentAt", message.edited_at as "editedAt",
      (select kind from social.message_reaction as reaction
        where reaction.message_id = message.id and reaction.account_id = ${accountId}) as "yourReaction",
      (select jsonb_agg(jsonb_build_object('file', path, 'name', name) order by position)
        from social.message_file as file where file.message_id = message.id) as attachments
      from (
        select own.id from social.conversation_member as mine
        join social.message as own on own.conversation_id = mine.conversation_id and own.id > mine.cleared_to
        where mine.account_id = ${accountId}
        union all
        select own.id from social.message as own where own.author_id = ${accountId} and not exists (
          select from social.conversation_member as mine
          where mine.conversation_id = own.conversation_id and mine.account_id = ${accountId})
      ) as exported
      join social.message as message on message.id = exported.id
      left join identity.account as author on author.id = message.author_id
      where message.deleted_at is null and ${isShownTo(accountId)}
      order by message.id desc`,
  },
  {
    name: 'calls',
    title: t('Calls'),
    about: t('Calls you made, answered or missed.'),
    rows: sql`select ${plazaUrl} || '/messages/' || call.conversation_id as conversation,
      case when call.caller_id = ${accountId} then 'outgoing' else 'incoming' end as direction,
      case when call.is_video then 'video' else 'audio' end as kind, part.state, call.started_at as "startedAt",
      call.answered_at as "answeredAt", call.ended_at as "endedAt"
      from social.call_member as part join social.call on call.id = part.call_id
      where part.account_id = ${accountId} order by call.id desc`,
  },
];
