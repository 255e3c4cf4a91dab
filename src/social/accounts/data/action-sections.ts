import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import type { ArchiveSection } from '../../../platform/archive/section.ts';

/** Archive sections for a person's actions other than writing, and decisions about them. */
export const actionSections = (plazaUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'reactions-and-votes',
    title: t('Reactions and votes'),
    about: t('Your reactions, votes and poll choices.'),
    rows: sql`select kind, address, choice, at from (
        select 'Reaction to a post' as kind, ${plazaUrl} || '/posts/' || post_id as address, kind as choice, created_at as at
        from social.reaction where account_id = ${accountId}
        union all select 'Reaction to a comment', ${plazaUrl} || '/comments/' || comment_id, kind, created_at
        from social.comment_reaction where account_id = ${accountId}
        union all select 'Vote', ${plazaUrl} || '/posts/' || post_id, case value when 1 then 'up' else 'down' end, created_at
        from social.vote where account_id = ${accountId}
        union all select 'Poll', ${plazaUrl} || '/posts/' || vote.post_id, option.text, vote.voted_at
        from social.poll_vote as vote join social.poll_option as option
          on option.post_id = vote.post_id and option.position = vote.position
        where vote.account_id = ${accountId}
      ) as each order by at desc`,
  },
  {
    name: 'subscriptions-and-purchases',
    title: t('Subscriptions and purchases'),
    about: t('Plans you subscribe to, posts you unlocked, and payments.'),
    rows: sql`select kind, what, amount, at, "endedAt" from (
        select 'Subscription' as kind, plan.title as what, membership.price as amount, membership.started_at as at,
          membership.ended_at as "endedAt"
        from social.membership join social.plan on plan.id = membership.plan_id where membership.account_id = ${accountId}
        union all select 'Unlocked post', ${plazaUrl} || '/posts/' || post_id, null, created_at, null
        from social.post_unlock where account_id = ${accountId}
        union all select 'Payment: ' || sale.kind, sale.message, sale.amount / 1000000.0, sale.created_at, sale.refunded_at
        from social.sale where buyer_id = ${accountId}
      ) as each order by at desc`,
  },
  {
    name: 'earning-settings',
    title: t('Earnings settings'),
    about: t('The price of a first message, and whether you accept tips.'),
    rows: sql`select chat_price / 1000000.0 as "firstMessagePrice", accepts_tips as "acceptsTips", updated_at as "updatedAt"
      from social.selling_settings where account_id = ${accountId}`,
  },
  {
    name: 'saved-and-followed',
    title: t('Saved and followed'),
    about: t('Saved posts, and threads and questions you follow.'),
    rows: sql`select kind, address, at from (
        select 'Saved' as kind, ${plazaUrl} || '/posts/' || post_id as address, saved_at as at
        from social.saved where account_id = ${accountId}
        union all select 'Followed', ${plazaUrl} || '/posts/' || post_id, at
        from social.subscription where account_id = ${accountId} and is_on
      ) as each order by at desc`,
  },
  {
    name: 'notifications',
    title: t('Notifications'),
    about: t('Your notifications.'),
    rows: sql`select replace(kind, '_', ' ') as kind, ${plazaUrl} || '/posts/' || post_id as post, outcome, at,
      read_at as "readAt", mailed_at as "mailedAt"
      from social.notification where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'notification-settings',
    title: t('Notification settings'),
    about: t('Your notification settings.'),
    rows: sql`select replace(kind, '_', ' ') as kind, on_page as "onTheSite", by_mail as "byEmail", by_push as "byPush"
      from social.notification_choice where account_id = ${accountId} order by kind`,
  },
  {
    name: 'reports',
    title: t('Reports'),
    about: t('Your reports and their outcomes.'),
    rows: sql`select report.subject, category.title as category, report.reason, report.created_at as "reportedAt",
      report.settled_at as "settledAt", report.decision
      from social.report left join social.report_category as category on category.id = report.category_id
      where report.reporter_id = ${accountId} order by report.id desc`,
  },
  {
    name: 'moderation',
    title: t('Moderation'),
    about: t('Moderation decisions about your content and account, and your appeals.'),
    rows: sql`select decided.subject, decided.decision, decided.message, decided.settled_at as "decidedAt",
      decided.suspended_until as "suspendedUntil", appeal.text as appeal, appeal.created_at as "appealedAt",
      appeal.outcome, appeal.answer
      from social.moderation_case as decided left join social.appeal on appeal.case_id = decided.id
      where decided.author_id = ${accountId} and decided.settled_at is not null order by decided.id desc`,
  },
];
