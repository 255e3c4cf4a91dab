import { sql } from 'kysely';
import { usernameOf } from '../../../identity/exports/account-sections.ts';
import { t, tc } from '../../../web/translation/translate.ts';
import type { ArchiveSection } from '../../../platform/archive/section.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { isShownTo } from '../../chat/conversations/conversation.ts';
import { blockedBetween } from '../../people/person.ts';

/** Sections about people, pages and connected apps. */
export const peopleSections = (plazaUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'friends',
    title: t('Friends'),
    about: t('Your friends, and friend requests.'),
    rows: sql`select case when requester_id = ${accountId} then ${usernameOf('recipient_id')}
        else ${usernameOf('requester_id')} end as person,
      case when requester_id = ${accountId} then 'You' else 'They' end as "requestedBy", requested_at as "requestedAt",
      accepted_at as "friendsSince"
      from social.friendship where (requester_id = ${accountId} or recipient_id = ${accountId}) and declined_at is null
      order by id desc`,
  },
  {
    name: 'following',
    title: t('Following'),
    about: t('People you follow.'),
    rows: sql`select ${usernameOf('followed_id')} as person, created_at as since
      from social.follow where follower_id = ${accountId} order by created_at desc`,
  },
  {
    name: 'followed-hashtags',
    title: t('Followed hashtags'),
    about: t('Hashtags you follow.'),
    rows: sql`select tag as hashtag, created_at as since
      from social.followed_tag where account_id = ${accountId} order by created_at desc`,
  },
  {
    name: 'lists',
    title: t('Lists'),
    about: t('Your lists of people.'),
    rows: sql`select title, is_exclusive as "hiddenFromHome", created_at as "createdAt",
      (select jsonb_agg(${usernameOf('member.person_id')} order by added_at) from social.people_list_member as member
        where member.list_id = list.id) as people
      from social.people_list as list where account_id = ${accountId} and deleted_at is null order by id desc`,
  },
  {
    name: 'imports',
    title: t('Imports'),
    about: t('Archives of other services that you imported, and what became of their entries.'),
    rows: sql`select file_name as "file", moved_from as "from", state, created_at as "uploadedAt",
      finished_at as "finishedAt", (select jsonb_agg(jsonb_build_object('kind', kind, 'source', source, 'state', state,
        'reason', reason, 'post', post_id) order by position) from social.import_entry as entry
        where entry.import_id = import.id and state <> 'skipped') as entries
      from social.import where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'groups',
    title: t('Groups'),
    about: t('Groups that you belong to, requests to join, and bans.'),
    rows: sql`select home.title as "group", home.kind, member.role, member.joined_at as "memberSince",
      request.requested_at as "requestedAt", request.answers, ban.reason as "banReason", ban.created_at as "bannedAt",
      ban.expires_at as "bannedUntil"
      from social.people_group as home
      left join social.people_group_member as member on member.group_id = home.id and member.account_id = ${accountId}
      left join social.people_group_request as request on request.group_id = home.id and request.account_id = ${accountId}
      left join social.people_group_ban as ban on ban.group_id = home.id and ban.account_id = ${accountId}
      where home.id in (select group_id from social.people_group_member where account_id = ${accountId}
        union select group_id from social.people_group_request where account_id = ${accountId}
        union select group_id from social.people_group_ban where account_id = ${accountId})
      order by home.id desc`,
  },
  {
    name: 'events',
    title: tc('event', 'Events'),
    about: t('Events that you host, and your answers to those of others.'),
    rows: sql`select event.title, event.about, event.place, event.address as "placeAddress", event.time_zone as "timeZone",
      case when event.price is null or event.author_id = ${accountId} or answer.answer = 'going' then event.link end as link,
      date.starts_at as "startsAt", date.ends_at as "endsAt", event.rule, event.capacity,
      coalesce(event.canceled_at, date.canceled_at) as "canceledAt", event.author_id = ${accountId} as "isYours",
      answer.answer, answer.answered_at as "answeredAt", ${plazaUrl} || '/events/' || event.id as address
      from social.event join social.event_date as date on date.event_id = event.id
      left join social.event_answer as answer on answer.date_id = date.id and answer.account_id = ${accountId}
      where event.author_id = ${accountId} or answer.id is not null order by date.starts_at desc, date.id desc`,
  },
  {
    name: 'calendar',
    title: t('Calendar'),
    about: t('When you created the secret address of your calendar.'),
    rows: sql`select created_at as "createdAt" from social.event_calendar where account_id = ${accountId}`,
  },
  {
    name: 'newsletters',
    title: t('Newsletters'),
    about: t('Your newsletter, and those that you get.'),
    rows: sql`select * from (
        select title as newsletter, null::text as email, created_at as since, true as "isYours", about,
          null::boolean as "allowsTracking", null::jsonb as opened from social.newsletter where account_id = ${accountId}
        union all select newsletter.title, subscriber.email, subscriber.requested_at, false, '', allows_tracking,
          (select jsonb_agg(reading) from social.newsletter_reading as reading where subscriber_id = subscriber.id)
        from social.newsletter_subscriber as subscriber join social.newsletter on newsletter.id = newsletter_id
        where subscriber.confirmed_at is not null and (subscriber.account_id = ${accountId} or subscriber.email_key = (
          select system.email_key(account.email, account.email_folded) from identity.account
          where account.id = ${accountId} and account.activated_at is not null))
      ) as each order by since desc`,
  },
  {
    name: 'newsletter-issues',
    title: t('Newsletter issues'),
    about: t('Posts that you sent as newsletters.'),
    rows: sql`select newsletter.title as newsletter, issue.post_id as post, issue.audience, issue.created_at as "sentAt",
      issue.queued, issue.suppressed, issue.skipped, issue.unsubscribed
      from social.newsletter_issue as issue join social.newsletter on newsletter.id = issue.newsletter_id
      where issue.sender_id = ${accountId} or newsletter.account_id = ${accountId} order by issue.id desc`,
  },
  {
    name: 'follow-requests',
    title: t('Follow requests'),
    about: t('Pending requests to follow you, and yours to follow others.'),
    rows: sql`select ${usernameOf('follower_id')} as "from", ${usernameOf('followed_id')} as "to", requested_at as "requestedAt"
      from social.follow_request where follower_id = ${accountId} or followed_id = ${accountId} order by requested_at desc`,
  },
  {
    name: 'followers',
    title: t('Followers'),
    about: t('People who follow you.'),
    rows: sql`select ${usernameOf('follower_id')} as person, created_at as since
      from social.follow where followed_id = ${accountId} order by created_at desc`,
  },
  {
    name: 'blocked-and-muted',
    title: t('Blocked and muted'),
    about: t('People you blocked or muted.'),
    rows: sql`select person, kind, since from (
        select ${usernameOf('blocked_id')} as person, 'Blocked' as kind, created_at as since
        from social.block where blocker_id = ${accountId}
        union all select ${usernameOf('muted_id')}, 'Muted', created_at from social.mute where muter_id = ${accountId}
      ) as each order by since desc`,
  },
  {
    name: 'pages',
    title: t('Pages'),
    about: t('Pages you own, with former names and verification requests.'),
    files: ['picture', 'cover'],
    rows: sql`select title, username, ${plazaUrl} || '/pages/' || username as address, about, website, picture, cover,
      created_at as "createdAt", verified_at as "verifiedAt", deleted_at as "deletedAt",
      (select jsonb_agg(name order by left_at) from social.page_former_name where page_id = page.id) as "formerNames",
      (select jsonb_agg(jsonb_build_object('note', note, 'requestedAt', created_at, 'outcome', outcome, 'answer', answer) order by id)
        from social.page_verification where page_id = page.id and requester_id = ${accountId}) as "verification"
      from social.page where owner_id = ${accountId} order by id desc`,
  },
  {
    name: 'other-pages',
    title: t('Other pages'),
    about: t('Pages you like, help run or were invited to like, and forums you moderate.'),
    rows: sql`select title, what, since from (
        select title, 'You like it' as what, page_like.created_at as since from social.page_like
        join social.page on page.id = page_like.page_id where account_id = ${accountId}
        union all select title, 'You are its ' || role, added_at from social.page_role
        join social.page on page.id = page_role.page_id where account_id = ${accountId}
        union all select title, 'You were invited', page_invitation.created_at from social.page_invitation
        join social.page on page.id = page_invitation.page_id where invited_id = ${accountId}
        union all select title, 'You invited ' || ${usernameOf('page_invitation.invited_id')}, page_invitation.created_at
        from social.page_invitation join social.page on page.id = page_invitation.page_id where inviter_id = ${accountId}
        union all select title, 'You moderate this forum', added_at from social.forum_moderator
        join social.forum on forum.id = forum_moderator.forum_id where account_id = ${accountId}
      ) as each order by since desc`,
  },
  {
    name: 'apps',
    title: t('Apps'),
    about: t('Apps you registered, and apps you authorized.'),
    files: ['icon'],
    rows: sql`select name, what, icon, domain, description, "redirectAddress", since, "lastUsedAt" from (
        select name, 'Registered by you' as what, icon, domain, description, redirect_url as "redirectAddress",
          created_at as since, null::timestamptz as "lastUsedAt" from social.oauth_app where owner_id = ${accountId}
        union all select name, 'Acts for you', null, domain, '', '', granted_at, used_at
        from social.oauth_grant join social.oauth_app on oauth_app.id = oauth_grant.app_id where account_id = ${accountId}
      ) as each order by since desc`,
  },
  {
    name: 'webhooks',
    title: t('Webhooks'),
    about: t('Your webhooks and their latest deliveries, without secrets.'),
    rows: sql`select name, url, audience, (select oauth_app.name from social.oauth_app where id = app_id) as app, events,
      created_at as "addedAt", delivered_at as "lastDeliveredAt", disabled_at as "disabledAt",
      disabled_reason as "disabledReason",
      (select jsonb_agg(jsonb_build_object('event', kind, 'at', created_at, 'deliveredAt', delivered_at, 'answered', status)
        order by id desc) from (
          select id, kind, created_at, delivered_at, status from social.webhook_delivery
          where webhook_id = webhook.id order by id desc limit 100
        ) as delivery) as deliveries
      from social.webhook where account_id = ${accountId} order by id desc`,
  },
];

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

const decimal = (column: string) => sql`trim_scale(${sql.ref(column)} / 1000000.0)`;

/** Archive sections for the balance and history of a wallet. */
export const walletSections = (
  { CURRENCY }: Pick<Config, 'CURRENCY'>,
  accountId: string,
): ArchiveSection[] => [
  {
    name: 'wallet',
    title: t('Wallet'),
    about: `The statement of your wallet, your earnings and what was on hold, in ${CURRENCY}.`,
    rows: sql`select transaction_id as receipt, account, replace(kind, '_', ' ') as what, person as "with",
        ${decimal('amount')} as amount, ${decimal('balance')} as balance, created_at as at
      from (
        select transfer.id, transfer.transaction_id, own.kind as account, transfer.kind, -transfer.amount as amount,
          transfer.debit_balance as balance, transfer.created_at,
          (select ${usernameOf('owner_id')} from social.ledger_account
            where id = transfer.credit_id and owner_id is not null and owner_id <> ${accountId}) as person
        from social.ledger_account as own join social.ledger_transfer as transfer on transfer.debit_id = own.id
        where own.owner_id = ${accountId}
        union all
        select transfer.id, transfer.transaction_id, own.kind, transfer.kind, transfer.amount, transfer.credit_balance,
          transfer.created_at,
          (select ${usernameOf('owner_id')} from social.ledger_account
            where id = transfer.debit_id and owner_id is not null and owner_id <> ${accountId})
        from social.ledger_account as own join social.ledger_transfer as transfer on transfer.credit_id = own.id
        where own.owner_id = ${accountId}
      ) as entry order by id desc`,
  },
  {
    name: 'top-ups',
    title: t('Top-ups'),
    about: `Your top-ups, in ${CURRENCY}.`,
    rows: sql`select provider as "by", ${decimal('amount')} as amount, ${decimal('returned')} as returned, state, reference,
        reason, created_at as at, decided_at as "decidedAt"
      from social.top_up where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'payouts',
    title: t('Payouts'),
    about: `Your payouts, in ${CURRENCY}.`,
    rows: sql`select source as "from", ${decimal('amount')} as amount, destination, state, reason, reference,
        created_at as at, decided_at as "decidedAt"
      from social.payout where account_id = ${accountId} order by id desc`,
  },
];
