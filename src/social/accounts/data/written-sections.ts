import { sql } from 'kysely';
import { t } from '../../../web/translation/translate.ts';
import type { ArchiveSection } from '../../../platform/archive/section.ts';

/** Posts of the given kinds with their attached data. */
const posts = (plazaUrl: string, accountId: string, kinds: readonly string[]): ArchiveSection['rows'] =>
  sql`select post.title, post.text, ${plazaUrl} || '/posts/' || post.id as address, post.privacy as "visibleTo",
    post.created_at as "writtenAt", post.edited_at as "editedAt", post.deleted_at as "deletedAt",
    post.warning, post.link,
    (select title from social.page where page.id = post.page_id) as "inTheNameOf",
    ${plazaUrl} || '/posts/' || post.parent_id as "answerTo", ${plazaUrl} || '/posts/' || post.quote_id as shares,
    (select jsonb_agg(tag order by tag) from social.hashtag where hashtag.post_id = post.id) as hashtags,
    (select jsonb_agg(tag order by tag) from social.question_tag where question_tag.post_id = post.id) as tags,
    (select title from social.forum join social.thread on thread.forum_id = forum.id where thread.post_id = post.id) as forum,
    (select cover from social.article where article.post_id = post.id) as cover,
    (select jsonb_agg(jsonb_build_object('file', path, 'description', alt) order by position)
      from social.photo where photo.post_id = post.id) as pictures,
    (select jsonb_agg(jsonb_build_object('file', path, 'description', alt))
      from social.video where video.post_id = post.id) as videos,
    (select jsonb_agg(jsonb_build_object('file', path, 'name', name) order by position)
      from social.attachment where attachment.post_id = post.id) as attachments,
    (select jsonb_agg(text order by position) from social.poll_option where poll_option.post_id = post.id) as "pollOptions",
    (select jsonb_build_object('text', text, 'price', price / 1000000.0, 'subscribers', is_for_members)
      from social.paywall where paywall.post_id = post.id) as "forThoseWhoPay",
    (select jsonb_agg(jsonb_build_object('file', path)) from social.paywall_file
      where paywall_file.post_id = post.id and path not like '%-small.webp') as "filesForThoseWhoPay",
    coalesce((select solved_at from social.question where question.post_id = post.id),
      (select solved_at from social.thread where thread.post_id = post.id)) as "solvedAt",
    (select ends_at from social.poll where poll.post_id = post.id) as "pollEndsAt"
    from social.post as post where post.author_id = ${accountId} and post.kind = any(${kinds}) order by post.id desc`;

const files = ['cover', 'pictures', 'videos', 'attachments', 'filesForThoseWhoPay'];

/** Archive sections for what a person wrote or uploaded. */
export const writtenSections = (plazaUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'posts',
    title: t('Posts'),
    about: t('Your posts, with their photos, videos and files.'),
    files,
    rows: posts(plazaUrl, accountId, ['post']),
  },
  {
    name: 'articles',
    title: t('Articles'),
    about: t('Your articles, in Markdown.'),
    files,
    rows: posts(plazaUrl, accountId, ['article']),
  },
  {
    name: 'forums',
    title: t('Threads and replies'),
    about: t('Your forum threads and replies.'),
    files,
    rows: posts(plazaUrl, accountId, ['thread', 'reply']),
  },
  {
    name: 'questions-and-answers',
    title: t('Questions and answers'),
    about: t('Your questions and answers.'),
    files,
    rows: posts(plazaUrl, accountId, ['question', 'answer']),
  },
  {
    name: 'comments',
    title: t('Comments'),
    about: t('Your comments.'),
    rows: sql`select text, ${plazaUrl} || '/comments/' || id as address, ${plazaUrl} || '/posts/' || post_id as "belowPost",
      created_at as "writtenAt", edited_at as "editedAt", deleted_at as "deletedAt"
      from social.comment where author_id = ${accountId} order by id desc`,
  },
  {
    name: 'earlier-versions',
    title: t('Earlier versions'),
    about: t('Earlier versions of your edited posts.'),
    rows: sql`select post_revision.title, post_revision.text, post_revision.at as "editedAt",
      ${plazaUrl} || '/posts/' || post_id as post
      from social.post_revision join social.post on post.id = post_revision.post_id
      where post.author_id = ${accountId} order by post_revision.id desc`,
  },
  {
    name: 'drafts',
    title: t('Drafts'),
    about: t('Unpublished drafts and scheduled posts.'),
    files: ['uploads'],
    rows: sql`select kind, content, created_at as "startedAt", updated_at as "changedAt", publish_at as "publishAt", problem,
      (select jsonb_agg(jsonb_build_object('file', upload.path)) from social.draft_file
        join social.upload on upload.id = draft_file.upload_id where draft_file.draft_id = draft.id) as uploads
      from social.draft where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'uploads',
    title: t('Uploads'),
    about: t('Files you uploaded, including unused ones.'),
    files: ['file'],
    rows: sql`select path as file, kind, type, bytes::float8 as bytes, created_at as "uploadedAt", used_at as "usedAt"
      from social.upload where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'plans',
    title: t('Plans'),
    about: t('Subscription plans you offer.'),
    rows: sql`select plan.title, plan.price, plan.period_num as "periodCount", plan.period, plan.description,
      page.title as page, plan.created_at as "createdAt", plan.updated_at as "changedAt", plan.deleted_at as "deletedAt"
      from social.plan as plan left join social.page as page on page.id = plan.page_id
      where plan.account_id = ${accountId} or page.owner_id = ${accountId} order by plan.id desc`,
  },
  {
    name: 'messages-to-support',
    title: t('Messages to support'),
    about: t('Messages you sent to the operators.'),
    rows: sql`select subject, message, name, email, created_at as "sentAt", settled_at as "settledAt"
      from social.contact_message where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'glossary-suggestions',
    title: t('Glossary suggestions'),
    about: t('Your glossary suggestions.'),
    rows: sql`select content, note, created_at as "suggestedAt", settled_at as "settledAt", outcome, reason
      from social.term_suggestion where author_id = ${accountId} order by id desc`,
  },
];

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
        select coalesce('Saved in ' || (select title from social.saved_folder where id = saved.folder_id and deleted_at is null), 'Saved') as kind,
          ${plazaUrl} || '/posts/' || post_id as address, saved_at as at
        from social.saved where account_id = ${accountId}
        union all select 'Folder ' || title, ${plazaUrl} || '/saved?folder=' || id, created_at
        from social.saved_folder where account_id = ${accountId} and deleted_at is null
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
    name: 'digest',
    title: t('Email digest'),
    about: t('How often you get a digest.'),
    rows: sql`select period, due_at as "nextAt" from social.digest where account_id = ${accountId}
      union all select case when is_on then 'weekly, of moderators' else 'never, of moderators' end, null
        from social.team_digest where account_id = ${accountId}`,
  },
  {
    name: 'filters',
    title: t('Filters'),
    about: t('Your keyword filters.'),
    rows: sql`select name, array_to_json(keywords) as keywords, is_whole_word as "wholeWords", action, array_to_json(contexts) as places,
      created_at as "addedAt", expires_at as "expiresAt" from social.filter where account_id = ${accountId} and deleted_at is null order by id desc`,
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
