import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
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
    (select solved_at from social.question where question.post_id = post.id) as "solvedAt",
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
