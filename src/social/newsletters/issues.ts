import { sql } from 'kysely';
import { Type } from 'typebox';
import { mailAccount } from '../../identity/account/email.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { Id } from '../../kernel/input.ts';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { days, hours } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { addJob, jobKind } from '../../platform/jobs/jobs.ts';
import { readerLanguage } from '../../web/translation/languages.ts';
import type { Post } from '../posts/post.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { renderIssue } from './issue-mail.ts';
import { getNewsletter, type Host, type HostId, hostOf, refuseSending } from './newsletter.ts';

export const issueAudiences = ['everyone', 'members'] as const;
type Audience = (typeof issueAudiences)[number];

/** Who gets an issue: all subscribers, those who pay for any plan, or for one. */
export interface WantedAudience {
  audience: Audience;
  planId?: string | undefined;
}

/** Larger than that of other bulk mail, so that confirmations do not wait for newsletters. */
export const priority = 20;

/** The name under which the mail counts what became of the messages. */
export const batchOf = (issueId: string) => `newsletter-issue-${issueId}`;

/** A post of the newsletter's host that may be sent. */
async function getSendable(app: App, viewer: Viewer, host: Host, postId: string): Promise<Post> {
  const post = await getPost(app, viewer, postId);
  const isOfHost = {
    user: post.author.id === host.id && post.page === null && post.group === null,
    page: post.page?.id === host.id,
    group: post.group?.id === host.id,
  }[host.kind];
  const isSendable = (post.kind === 'post' || post.kind === 'article') && post.parentId === null;
  if (!isOfHost || !isSendable) throw invalid('post_id', msg('Choose a post or article of this newsletter'));
  if (post.heldAt) throw new Problem('conflict', msg('This post is waiting for review'));
  if (post.privacy === 'me') throw invalid('post_id', msg('This post is only visible to you'));
  return post;
}

/** What is sent, and for whom. */
export interface NewsletterContent {
  title: string;
  post: Post;
  host: HostId;
}

/** What an issue says. Undefined once its sender or its post is gone: then the rest is not sent. */
export async function getIssueContent(app: App, issueId: string): Promise<NewsletterContent | undefined> {
  const row = await app.db
    .selectFrom('social.newsletter_issue as issue')
    .innerJoin('social.newsletter as newsletter', 'newsletter.id', 'issue.newsletter_id')
    .where('issue.id', '=', issueId)
    .select(['issue.post_id', 'issue.sender_id', 'newsletter.id', 'newsletter.title'])
    .select(['newsletter.account_id', 'newsletter.page_id', 'newsletter.group_id'])
    .executeTakeFirst();
  const sender = row?.sender_id ? await findViewer(app, row.sender_id) : undefined;
  if (!row || !sender || sender.isBeingDeleted) return undefined;
  try {
    const { host } = await getNewsletter(app, sender, { id: row.id });
    refuseSending(host);
    return { title: row.title, post: await getSendable(app, sender, host, row.post_id), host: hostOf(row) };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

export const sendPart = jobKind('social.send-newsletter', Type.Object({ id: Id }));

/** All issues are sent one after the other, in turns. */
export const queue = 'newsletters';

/** Sends a post to the subscribers, once. Returns the id of the issue. */
export const sendIssue = verb(
  { name: 'newsletters.send', who: 'member', limit: perAccount(20, days(1)) },
  async (app, viewer: Viewer, newsletterId: string, postId: string, to: WantedAudience): Promise<string> => {
    const { host } = await getNewsletter(app, viewer, { id: newsletterId });
    refuseSending(host);
    await getSendable(app, viewer, host, postId);
    await checkAudience(app, host, to);
    const now = app.clock.now();
    return inTransaction(app, async (app) => {
      const { id } = await app.db
        .insertInto('social.newsletter_issue')
        .values((eb) => ({
          ...{ newsletter_id: newsletterId, post_id: postId, sender_id: viewer.id },
          ...{ audience: to.audience, plan_id: to.planId ?? null, created_at: now, next_at: now },
          last_id: eb
            .selectFrom('social.newsletter_subscriber')
            .where('newsletter_id', '=', newsletterId)
            .select(sql<string>`coalesce(max(id), 0)`.as('last')),
        }))
        .returning('id')
        .executeTakeFirstOrThrow();
      await addJob(app, sendPart, { id }, { queue, priority });
      return id;
    }).catch((error: unknown) => {
      if (isDuplicate(error)) throw new Problem('conflict', msg('This post was already sent'));
      throw error;
    });
  },
);

async function checkAudience({ db }: App, { kind, id }: HostId, { audience, planId }: WantedAudience) {
  if (audience === 'everyone') {
    if (planId !== undefined) throw invalid('plan_id', msg('Choose a plan of this newsletter'));
    return;
  }
  const found = await db
    .selectFrom('social.plan')
    .where(kind === 'page' ? 'page_id' : 'account_id', '=', kind === 'group' ? null : id)
    .$if(planId !== undefined, (query) => query.where('id', '=', planId ?? ''))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw invalid('plan_id', msg('Choose a plan of this newsletter'));
}

/** Sends an issue to the viewer alone. */
export const previewIssue = verb(
  { name: 'newsletters.preview', who: 'member', limit: perAccount(20, hours(1)) },
  async (app, viewer: Viewer, newsletterId: string, postId: string): Promise<void> => {
    const { host, title } = await getNewsletter(app, viewer, { id: newsletterId });
    refuseSending(host);
    const post = await getSendable(app, viewer, host, postId);
    const content = { title, post, isWhole: true };
    const write = renderIssue(app, content, readerLanguage(viewer.language));
    const { subject, text, html = '' } = write('', {});
    await mailAccount(app, viewer.id, () => ({ subject, text, html }));
  },
);
