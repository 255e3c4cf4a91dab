import type { App, Viewer } from '../../platform/app.ts';
import { type CursorPage, whenGiven } from '../../platform/database/queries.ts';
import { getOutcomes } from '../../platform/mail/batches.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { batchOf } from './issues.ts';
import type { Newsletter } from './newsletter.ts';

/** What became of an issue, for those who manage the newsletter. */
export interface IssueNumbers {
  queued: number;
  sent: number;
  /** Addresses that do not exist. */
  bounced: number;
  /** Refused by the mail server, given up after three days, or cut off by a crash. */
  failed: number;
  /** Addresses on the suppression list. */
  suppressed: number;
  /** Subscribers who may not read the post. */
  skipped: number;
  unsubscribed: number;
  /** Readers who allow that their opens and clicks are counted, and how many of them opened it, and followed a link. */
  tracked: number;
  opened: number;
  clicked: number;
}

export interface Issue {
  id: string;
  sentAt: Date;
  finishedAt: Date | null;
  post: Post;
  /** Null for readers. */
  numbers: IssueNumbers | null;
}

const issuesOnPage = 20;

/** The issues of a newsletter whose posts the viewer sees, newest first. */
export async function listIssues(
  app: App,
  viewer: Viewer | undefined,
  { id, host }: Pick<Newsletter, 'id' | 'host'>,
  after?: string,
): Promise<CursorPage<Issue>> {
  const rows = await app.db
    .selectFrom('social.newsletter_issue')
    .where('newsletter_id', '=', id)
    .$call(whenGiven(after, (query, after) => query.where('id', '<', after)))
    .orderBy('id', 'desc')
    .limit(issuesOnPage + 1)
    .selectAll()
    .execute();
  const shown = rows.slice(0, issuesOnPage);
  const ids = shown.map(({ post_id }) => post_id);
  const [posts, outcomes] = await Promise.all([
    getPosts(app, viewer, ids),
    host.mayManage
      ? getOutcomes(
          app,
          shown.map(({ id }) => batchOf(id)),
        )
      : new Map<string, never>(),
  ]);
  const items = shown.flatMap((row): Issue[] => {
    const post = posts.find((each) => each.id === row.post_id);
    if (!post) return [];
    const {
      sent = 0,
      bounced = 0,
      refused = 0,
      expired = 0,
      unknown = 0,
      suppressed = 0,
    }: Counted = outcomes.get(batchOf(row.id)) ?? {};
    const numbers = host.mayManage && {
      ...{ queued: row.queued, sent, bounced, failed: refused + expired + unknown },
      ...{ suppressed: row.suppressed + suppressed, skipped: row.skipped, unsubscribed: row.unsubscribed },
      ...{ tracked: row.tracked, opened: row.opened, clicked: row.clicked },
    };
    return [
      { id: row.id, sentAt: row.created_at, finishedAt: row.finished_at, post, numbers: numbers || null },
    ];
  });
  return { items, next: rows.length > issuesOnPage ? shown.at(-1)?.id : undefined };
}

type Counted = Partial<Record<'sent' | 'bounced' | 'refused' | 'expired' | 'unknown' | 'suppressed', number>>;
