import { sql } from 'kysely';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { enforceDailyLimit } from '../../platform/database/queries.ts';
import { isOpenPage } from '../access/page.ts';
import { copyMessages, findMessageAuthor } from '../chat/messages/moderation.ts';
import { getMessages } from '../chat/messages/message-rows.ts';
import { messageExcerpt, requireReadable } from '../chat/messages/message.ts';
import { getCommentHeader } from '../comments/comment.ts';
import { getComment } from '../comments/reading.ts';
import { openCase, type ReportSubject } from '../moderation/case.ts';
import type { Person } from '../people/person.ts';
import { getProfile } from '../people/profile.ts';
import type { PostKind } from '../posts/post.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { pathOf } from '../posts/paths.ts';
import { bylineOf, excerptOf } from '../posts/texts.ts';
import { short } from '../text/plain.ts';
import { findCategory } from './categories.ts';
import { minutes } from '../../kernel/time.ts';

export const longestReportReason = 2000;
const maxPerDay = 20;

interface NewReport {
  subject: ReportSubject;
  /** The required kind of a post. */
  kind?: PostKind;
  id: string;
  /** ID or name. */
  category: string;
  reason: string;
}

/**
 * Reports something visible to the viewer to the moderators. Repeated reports by the same person succeed but
 * count once. Returns whether it is the first one.
 */
export const addReport = verb(
  { name: 'reports.add', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, reporter: Viewer, given: NewReport): Promise<boolean> => {
    const { subject, id } = given;
    const category = await findCategory(app, given.category);
    const reason = cleanText(given.reason, 'reason', longestReportReason).trim();
    const authorId = await getOwnerId(app, reporter, given);
    if (authorId === reporter.id)
      throw invalid(
        'id',
        subject === 'person'
          ? msg('You cannot do this to yourself')
          : msg('This is yours. You can delete it instead.'),
      );
    return inTransaction(app, async (app) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${reporter.id}`}, 0))`.execute(
        app.db,
      );
      const before = await app.db
        .selectFrom('social.report')
        .where('subject', '=', subject)
        .where('subject_id', '=', id)
        .where('reporter_id', '=', reporter.id)
        .select('id')
        .executeTakeFirst();
      if (before) return false;
      await refuseMany(app, reporter);
      await app.db
        .insertInto('social.report')
        .values({
          reporter_id: reporter.id,
          subject,
          subject_id: id,
          author_id: authorId,
          category_id: category.id,
          reason,
          created_at: app.clock.now(),
        })
        .execute();
      const caseId = await openCase(app, { subject, id, authorId });
      if (subject === 'message') await copyMessages(app, reporter, { caseId, messageId: id });
      return true;
    });
  },
);

/** Returns the owner of the subject. Throws as for missing content if it is not visible to the viewer. */
async function getOwnerId(app: App, viewer: Viewer, { subject, kind, id }: NewReport): Promise<string> {
  if (subject === 'person') return (await getProfile(app, viewer, { id })).id;
  if (subject === 'page') return (await findPage(app, id)).ownerId;
  if (subject === 'message') return findMessageAuthor(app, viewer, id);
  if (subject === 'comment') return (await getCommentHeader(app, viewer, id)).author.id;
  const post = await getPostHeader(app, viewer, id);
  if (kind !== undefined && post.kind !== kind) throw missing(msg('Post'));
  return post.author.id;
}

async function refuseMany(app: App, reporter: Viewer): Promise<void> {
  if (!app.config.RATE_LIMITS) return;
  await enforceDailyLimit(app, {
    table: 'social.report',
    accountColumn: 'reporter_id',
    accountId: reporter.id,
    max: maxPerDay,
    message: t('You reached today’s limit of {maxPerDay} reports', { maxPerDay }),
  });
}

/** The subject of a report as shown to the reporter. */
export interface Reportable {
  /** The kind of a post, or person, comment, page or message. */
  kind: string;
  /** The public owner. For a page's post this is the page, not its author. */
  author: Pick<Person, 'id' | 'name' | 'username' | 'picture'>;
  /** Excerpt of its text, or the biography of a person. */
  excerpt: string;
  /** Link to the subject. */
  href: string;
}

const longest = 200;

export async function getReportable(
  app: App,
  viewer: Viewer,
  { subject, kind }: { subject: ReportSubject; kind?: PostKind },
  id: string,
): Promise<Reportable> {
  if (subject === 'person') {
    const author = await getProfile(app, viewer, { id });
    return {
      kind: subject,
      author,
      excerpt: short(author.biography, longest),
      href: `/@${author.username}`,
    };
  }
  if (subject === 'page') {
    const { username, title, about } = await findPage(app, id);
    const author = { id, name: title, username, picture: null };
    return { kind: subject, author, excerpt: short(about, longest), href: `/pages/${username}` };
  }
  if (subject === 'comment') {
    const { author, text } = await getComment(app, viewer, id);
    return {
      kind: subject,
      author,
      excerpt: short(text, longest),
      href: `/comments/${id}#comment-${id}`,
    };
  }
  if (subject === 'message') {
    const { conversationId } = await requireReadable(app, viewer, id);
    const [message] = await getMessages(app, viewer, [id]);
    if (!message?.author) throw missing(msg('Message'));
    const href = `/messages/${conversationId}`;
    return {
      kind: subject,
      author: message.author,
      excerpt: short(messageExcerpt(message), longest),
      href,
    };
  }
  const post = await getPost(app, viewer, id);
  if (kind !== undefined && post.kind !== kind) throw missing(msg('Post'));
  const said = post.title || excerptOf(post, longest);
  const excerpt = said || t('{count, plural, one {Photo} other {Photos}}', { count: post.photos.length });
  return { kind: post.kind, author: bylineOf(post).author, excerpt, href: pathOf(post) };
}

/** A page as shown in a report. The owner is only for moderators. */
interface ReportedPage {
  ownerId: string;
  username: string;
  title: string;
  about: string;
}

/** Returns a public page. Blocks between people do not affect pages. */
async function findPage({ db }: App, id: string): Promise<ReportedPage> {
  const page = await db
    .selectFrom('social.page as page')
    .innerJoin('identity.account as owner', 'owner.id', 'page.owner_id')
    .where('page.id', '=', id)
    .where(isOpenPage('page'))
    .select(['owner.id as ownerId', 'page.username', 'page.title', 'page.about'])
    .executeTakeFirst();
  if (!page) throw missing(msg('Page'));
  return page;
}
