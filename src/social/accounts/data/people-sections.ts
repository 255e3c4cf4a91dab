import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { usernameOf } from '../../../identity/exports/account-sections.ts';
import type { ArchiveSection } from '../../../platform/archive/section.ts';

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
];
